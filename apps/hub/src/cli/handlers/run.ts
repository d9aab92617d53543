/** `inlay run`: one tool step, its output as JSON or as a record to read. */
import { Accounts } from "@inlay/agent-plugin/Account"
import { withHiddenCharacters } from "@inlay/agent-plugin/hidden-characters"
import { findStep, Runner } from "@inlay/agent-plugin/Runner"
import { OnInterruptedChange, TimeLimit } from "@inlay/core-http/Client"
import { withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { UnknownCharge, type UnknownChargeDecision } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"

import { calledOf, problemOf, type Connected } from "../../outbound/accounts.ts"
import * as Hub from "../../outbound/hub.ts"
import * as Input from "../../outbound/input.ts"
import { unspeakable } from "../../outbound/unspeakable.ts"
import { plugins } from "../../plugins.gen.ts"
import * as LockWait from "../../storage/lock-wait.ts"
import { excerpt, findBreak } from "../../terminal/json-text.ts"
import { outcome } from "../../terminal/outcome.ts"
import { withProgress } from "../../terminal/progress.ts"
import { Explained, Interruption, type Report } from "../report.ts"

export interface Options {
  readonly tool: string
  readonly input: string
  readonly account: string | undefined
  readonly timeoutSeconds: number | undefined
  readonly unknownCharge: Exclude<UnknownChargeDecision, "block"> | undefined
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
    const decided = Effect.provideService(effect, UnknownCharge, options.unknownCharge ?? "block")
    return options.timeoutSeconds === undefined
      ? decided
      : Effect.provideService(decided, TimeLimit, Duration.seconds(options.timeoutSeconds))
  }

const STOPPED = "Stopped before the answer came."

const SETTLE =
  "`inlay charges` lists it. Look at the provider's credit log, then settle it there, or run this with --unknown-charge ask_again (it may cost twice), charged or not_charged."

const BUY_AGAIN = "Nothing was sent now. Run this with --unknown-charge ask_again to buy it once more."

/** What a command line can do about it: the flag, or the variable of the setting that is wrong. */
const forCommandLine = (error: ProviderError, called: Connected | undefined): ProviderError => {
  const { operation, reason, charged } = error
  const advised = (fix: string) => withReason(error, { ...reason, fix })
  if (reason._tag === "Refused" && reason.guard === "undecided") return advised(`Nothing was sent now. ${SETTLE}`)
  if (reason._tag === "Refused" && reason.guard === "unkept") return advised(BUY_AGAIN)
  if (charged === "unknown") return advised(SETTLE)
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
  const interruption = yield* Interruption
  const stopped = (error: ProviderError) =>
    Effect.sync(() => {
      const { fix } = error.reason
      const reason = { _tag: "Timeout", sent: true, what: STOPPED, fix } as const
      interruption.error = forCommandLine(withReason(error, reason), undefined)
    })
  const output = yield* Effect.flatMap(Runner, (runner) => runner.run(options.tool, input, options.account)).pipe(
    limited(options),
    Effect.provideService(OnInterruptedChange, stopped),
    Effect.catch(advised),
    withProgress(`${options.tool} …`),
    Effect.provide(Hub.layer(plugins, directory)),
    options.timeoutSeconds === undefined ? identity : LockWait.within(Duration.seconds(options.timeoutSeconds)),
    Effect.mapError(Hub.unusable(directory))
  )
  const now = yield* Clock.currentTimeMillis
  const data = withHiddenCharacters(output, input)
  const report: Report = {
    ok: true,
    json: data,
    text: (screen) => outcome(screen, ProviderText.cleanJson(data), now)
  }
  return report
})
