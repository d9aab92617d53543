/** `inlay run`: one tool step, its output as JSON or as a record to read. */
import { Accounts } from "@inlay/agent-plugin/Account"
import { findStep, Runner } from "@inlay/agent-plugin/Runner"
import { TimeLimit } from "@inlay/core-http/Client"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { UnknownCharge } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { calledOf, problemOf, type Connected } from "../../outbound/accounts.ts"
import * as Hub from "../../outbound/hub.ts"
import * as Input from "../../outbound/input.ts"
import { unspeakable } from "../../outbound/unspeakable.ts"
import { plugins } from "../../plugins.gen.ts"
import { excerpt, findBreak } from "../../terminal/json-text.ts"
import { outcome } from "../../terminal/outcome.ts"
import { withProgress } from "../../terminal/progress.ts"
import { Explained, type Report } from "../report.ts"

export interface Options {
  readonly tool: string
  readonly input: string
  readonly account: string | undefined
  readonly timeoutSeconds: number | undefined
  readonly retryUnknown: boolean
  readonly data: string | undefined
}

const EXCERPT_COLUMNS = 70

/** People see the line that breaks, redacted before it is cut; programs get its place in the message. */
const explained = ({ error, text: given }: Input.BadInput) => {
  if (given === undefined) return error
  const text = unspeakable.text(given)
  const at = findBreak(text)
  return at === undefined
    ? error
    : new Explained({ error, excerpt: excerpt(text, at, EXCERPT_COLUMNS).replace(/^/gm, "    ") })
}

const limited =
  (options: Options) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const decided = Effect.provideService(effect, UnknownCharge, options.retryUnknown ? "ask_again" : "block")
    return options.timeoutSeconds === undefined
      ? decided
      : Effect.provideService(decided, TimeLimit, Duration.seconds(options.timeoutSeconds))
  }

/** What a command line can do about it: the flag, or the variable of the setting that is wrong. */
const forCommandLine = (error: ProviderError, called: Connected | undefined): ProviderError => {
  const { provider, operation, reason, charged } = error
  const advised = (fix: string) =>
    new ProviderError({ provider, operation, reason: { ...reason, fix }, ...(charged !== undefined && { charged }) })
  if (reason._tag === "Refused" && reason.guard === "undecided") {
    return advised("Nothing was sent now. Look at the provider's credit log, then ask again with --retry-unknown.")
  }
  if (operation !== "connect" || called === undefined) return error
  const { fix } = problemOf(called, error)
  return advised(fix.includes("Nothing was sent") ? fix : `${fix} Nothing was sent.`)
}

export const run = Effect.fnUntraced(function* (options: Options) {
  const { plugin } = yield* findStep(plugins, options.tool)
  const input = yield* Effect.mapError(Input.read(options.input), explained)
  const directory = Hub.dataDirectory(options.data)
  const advised = (error: ProviderError) =>
    Effect.flatMap(
      Effect.orElseSucceed(Effect.flatten(Effect.map(Accounts, ({ all }) => all)), () => []),
      (accounts) =>
        Effect.fail(forCommandLine(error, calledOf(plugins, accounts, { plugin: plugin.id, account: options.account })))
    )
  const output = yield* Effect.flatMap(Runner, (runner) => runner.run(options.tool, input, options.account)).pipe(
    limited(options),
    Effect.catch(advised),
    withProgress(`${options.tool} …`),
    Effect.provide(Hub.layer(plugins, directory)),
    Effect.mapError(Hub.unusable(directory))
  )
  const now = yield* Clock.currentTimeMillis
  const report: Report = {
    ok: true,
    json: output,
    text: (screen) => outcome(screen, ProviderText.cleanJson(output), now)
  }
  return report
})
