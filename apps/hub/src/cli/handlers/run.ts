/** `inlay run`: runs one tool step and prints its output as JSON or as a readable record, or previews what it would cost. */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { withHiddenCharacters } from "@inlay/agent-plugin/hidden-characters"
import { Runner } from "@inlay/agent-plugin/Runner"
import { inputSchema, outputSchema } from "@inlay/agent-plugin/ToolSchema"
import type { ToolStep } from "@inlay/agent-plugin/ToolStep"
import { OnInterruptedChange, TimeLimit } from "@inlay/core-http/Client"
import { withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { MaxCredits, UnknownCharge, type UnknownChargeDecision } from "@inlay/core-http/Spend"
import * as CallEnd from "@inlay/sql-stores/call-end"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"

import { redactor } from "../../accounts/known-secrets.ts"
import { wrongField } from "../../hub-error.ts"
import * as Runners from "../../runner.ts"
import { excerpt, findBreak } from "../../terminal/json-text.ts"
import { outcome } from "../../terminal/outcome.ts"
import { withProgress } from "../../terminal/progress.ts"
import { ofSettings } from "../account-problems.ts"
import { dataDirectory } from "../data-directory.ts"
import { causingEvent } from "../input/causing-event.ts"
import * as Input from "../input/step-input.ts"
import type { Format } from "../output/shapes.ts"
import { pluginsOf } from "../plugins.ts"
import { FailureWithExcerpt, Interruption, type Report } from "../report.ts"
import { Settings } from "../settings.ts"

export interface Options {
  readonly tool: string
  readonly input: string
  /** `field=value`, in the syntax of `input/assignments.ts`. */
  readonly assignments: ReadonlyArray<string>
  /** Names separated by commas; `undefined` for all fields. */
  readonly fields: string | undefined
  readonly output: Format | undefined
  readonly account: string | undefined
  readonly timeoutSeconds: number | undefined
  /** Whether to report the cost instead of running. */
  readonly preview: boolean
  readonly maxCredits: number | undefined
  readonly unknownCharge: Exclude<UnknownChargeDecision, "block"> | undefined
  /** The id of the event that caused the run. */
  readonly event: string | undefined
}

type Step = Pick<ToolStep<never>, "input" | "output">

const EXCERPT_COLUMNS = 70

/**
 * Adds an excerpt of the invalid line for people, redacted before it is truncated. Programs get the position in the
 * message.
 */
const explain = ({ error, text: input }: Input.BadInput) => {
  if (input === undefined) return error
  const text = redactor.text(input)
  const at = findBreak(text)
  return at === undefined
    ? error
    : new FailureWithExcerpt({ error, excerpt: excerpt(text, at, EXCERPT_COLUMNS).replace(/^/gm, "    ") })
}

const withLimits =
  (options: Options) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const withConsent = effect.pipe(
      Effect.provideService(UnknownCharge, options.unknownCharge ?? "block"),
      Effect.provideService(MaxCredits, options.maxCredits)
    )
    return options.timeoutSeconds === undefined
      ? withConsent
      : Effect.provideService(withConsent, TimeLimit, Duration.seconds(options.timeoutSeconds))
  }

const STOPPED = "Stopped before the answer came."

/** Modules that only some runs need are imported on demand, so that other runs start faster. */
const withFields = (json: Readonly<Record<string, unknown>>, assignments: Options["assignments"], step: Step) =>
  Effect.flatMap(
    Effect.promise(() => import("../input/assignments.ts")),
    ({ withAssignments }) => withAssignments(json, assignments, inputSchema(step).properties ?? {})
  )

const isShaped = ({ fields, output }: Options): boolean => fields !== undefined || output !== undefined

const shapeOf = Effect.fnUntraced(function* (options: Options, step: Step) {
  const { json: asJson } = yield* Settings
  const { shapes } = yield* Effect.promise(() => import("../output/shapes.ts"))
  return yield* shapes({ fields: options.fields, format: options.output }, asJson, outputSchema(step))
})

export const run = Effect.fnUntraced(function* (options: Options) {
  const plugins = yield* pluginsOf(options.tool)
  const { plugin, step } = yield* Effect.fromResult(stepOf(plugins, options.tool))
  const json = yield* Effect.mapError(Input.read(options.input), explain)
  const input = options.assignments.length === 0 ? json : yield* withFields(json, options.assignments, step)
  if (options.preview && isShaped(options)) {
    return yield* wrongField("run", "--preview", "cannot be combined with --fields or --output")
  }
  const shape = isShaped(options) ? yield* shapeOf(options, step) : undefined
  const event = yield* causingEvent(options.event)
  const directory = yield* dataDirectory
  const explainSettings = (error: ProviderError) =>
    Accounts.use(({ find }) => find(plugin, options.account)).pipe(
      Effect.orElseSucceed(() => undefined),
      Effect.flatMap((account) => Effect.fail(ofSettings(error, plugin, account)))
    )
  const interruption = yield* Interruption
  const stopReason = (error: ProviderError) =>
    Effect.sync(() => {
      const { remedy } = error.reason
      const reason = { _tag: "Timeout", sent: true, what: STOPPED, ...(remedy !== undefined && { remedy }) } as const
      interruption.error = withReason(error, reason)
    })
  const withRunner = <A, R>(effect: Effect.Effect<A, ProviderError, R>) =>
    effect.pipe(
      Effect.provideService(Caller, Runners.localCaller("cli", event)),
      Effect.catch(explainSettings),
      withProgress(`${options.tool} …`),
      Effect.provide(Runners.layer(plugins, directory)),
      options.timeoutSeconds === undefined ? identity : CallEnd.within(Duration.seconds(options.timeoutSeconds))
    )
  if (options.preview) {
    const ahead = yield* withRunner(Runner.use((runner) => runner.preview(options.tool, input, options.account)))
    const { reportOf } = yield* Effect.promise(() => import("./preview.ts"))
    return yield* reportOf(ahead, step)
  }
  const output = yield* Runner.use((runner) => runner.run(options.tool, input, options.account)).pipe(
    withLimits(options),
    Effect.provideService(OnInterruptedChange, stopReason),
    withRunner
  )
  const now = yield* Clock.currentTimeMillis
  const data = withHiddenCharacters(output, input)
  if (shape !== undefined) return shape(data)
  return {
    ok: true,
    json: data,
    text: (screen) => outcome(screen, ProviderText.cleanJson(data), now)
  } satisfies Report
})
