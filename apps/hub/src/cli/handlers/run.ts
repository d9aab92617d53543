/** `inlay run`: one tool step, its output as JSON or as a record to read. */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { withHiddenCharacters } from "@inlay/agent-plugin/hidden-characters"
import { Runner } from "@inlay/agent-plugin/Runner"
import { OnInterruptedChange, TimeLimit } from "@inlay/core-http/Client"
import { withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { UnknownCharge, type UnknownChargeDecision } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"

import { redactor } from "../../accounts/known-secrets.ts"
import { withKind, type PluginAccount } from "../../accounts/plugin-account.ts"
import { plugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import * as LockWait from "../../storage/sqlite/lock-wait.ts"
import { excerpt, findBreak } from "../../terminal/json-text.ts"
import { outcome } from "../../terminal/outcome.ts"
import { withProgress } from "../../terminal/progress.ts"
import { advised, problemOf } from "../advice.ts"
import * as Input from "../input/step-input.ts"
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
  const text = redactor.text(given)
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
const forCommandLine = (error: ProviderError, called: PluginAccount | undefined): ProviderError => {
  const { operation, reason, charged } = error
  const withFix = (fix: string) => withReason(error, { ...reason, fix })
  if (reason._tag === "Refused" && reason.guard === "undecided") return withFix(`Nothing was sent now. ${SETTLE}`)
  if (reason._tag === "Refused" && reason.guard === "unkept") return withFix(BUY_AGAIN)
  if (charged === "unknown") return withFix(SETTLE)
  if (operation !== "connect" || called === undefined) return advised(error)
  const { fix = "" } = problemOf(called, error)
  return withFix(fix.includes("Nothing was sent") ? fix : `${fix} Nothing was sent.`)
}

export const run = Effect.fnUntraced(function* (options: Options) {
  const { plugin } = yield* Effect.mapError(Effect.fromResult(stepOf(plugins, options.tool)), advised)
  const input = yield* Effect.mapError(Input.read(options.input), explained)
  const directory = Hub.dataDirectory(options.data)
  const withAdvice = (error: ProviderError) =>
    Accounts.use(({ find }) => find(plugin, options.account)).pipe(
      Effect.map((account) => withKind(plugin, account)[0]),
      Effect.orElseSucceed(() => undefined),
      Effect.flatMap((called) => Effect.fail(forCommandLine(error, called)))
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
    Effect.provideService(Caller, Hub.localCaller("cli")),
    Effect.catch(withAdvice),
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
