/** Runs a plugin's subcommand with the runner of all plugins' steps. */
import { Caller, Notice, Progress, type StepProgress } from "@inlay/agent-plugin/Caller"
import type { CommandAnswer, CommandCall, PluginCommand } from "@inlay/agent-plugin/Command"
import type { InputFiles } from "@inlay/agent-plugin/InputFiles"
import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { Runner } from "@inlay/agent-plugin/Runner"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { redactor } from "../../accounts/known-secrets.ts"
import { hubError } from "../../hub-error.ts"
import { plugins as allPlugins } from "../../plugins.gen.ts"
import * as Runners from "../../runner.ts"
import { card } from "../../terminal/card.ts"
import { outcome } from "../../terminal/outcome.ts"
import { noteAbove, withProgress } from "../../terminal/progress.ts"
import { screenOf, type Screen } from "../../terminal/Screen.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { dataDirectory } from "../data-directory.ts"
import { causingEvent } from "../input/causing-event.ts"
import * as Input from "../input/input-files.ts"
import * as Files from "../output/output-files.ts"
import { Interruption, type Report } from "../report.ts"

export interface Call {
  /** The values of the command's flags. */
  readonly input: unknown
  readonly account: string | undefined
  readonly plugins?: ReadonlyArray<Plugin> | undefined
}

/**
 * The type of the command's work. The flags and the work belong to the same command, so the input has the right type.
 */
type Work = (
  input: unknown,
  call: CommandCall
) => Effect.Effect<CommandAnswer, ProviderError, Runner | InputFiles | OutputFiles>

const clean = <A>(value: A): A => ProviderText.cleanJson(value) as A

const count = (value: number): string => value.toLocaleString("en-US")

/** For example `250,000 of 612,345 rows`. */
const progressText = ({ done, total, text = "" }: StepProgress): string =>
  `${count(done)}${total === undefined ? "" : ` of ${count(total)}`} ${text}`.trim()

/** The progress of the work, shown while it runs and in the message if it is stopped. */
interface State {
  progress?: StepProgress
  /** The file that is being written. */
  path?: string
}

const stopWords = ({ progress, path }: State): string => {
  const after = progress === undefined ? "Stopped before it finished" : `Stopped after ${progressText(progress)}`
  return path === undefined ? `${after}.` : `${after}; ${path} was not written.`
}

const AGAIN = "Run the same command again to continue: nothing is bought twice."

const stopError = (operation: string, state: State) =>
  hubError(operation, { _tag: "Timeout", sent: true, what: stopWords(state), remedy: { to: "read", text: AGAIN } })

const textOf = (answer: CommandAnswer, screen: Screen, nowMillis: number): string => {
  if (answer.card === undefined) return outcome(screen, clean(answer.json), nowMillis)
  const { footer = [] } = answer
  const body = card(screen, clean(answer.card), answer.table === undefined ? undefined : clean(answer.table))
  const lines = footer.map((line) => screen.style.dim(indentLines(ProviderText.clean(line), screen.columns, 0)))
  return [body, ...(lines.length === 0 ? [] : ["", ...lines])].join("\n")
}

const notice = (text: string) => {
  const { columns } = screenOf(process.stderr, process.env)
  return noteAbove(redactor.text(indentLines(ProviderText.clean(text), columns, 0)))
}

/** Runs a command's work and formats its result. */
export const run = Effect.fnUntraced(function* (
  command: PluginCommand,
  { input, account, plugins = allPlugins }: Call
) {
  const event = yield* causingEvent(undefined)
  const work = (yield* Effect.promise(() => command.load())) as Work
  const interruption = yield* Interruption
  const state: State = {}
  const change = (now: State) =>
    Effect.sync(() => {
      Object.assign(state, now)
      interruption.error = stopError(command.name, state)
    })
  yield* change({})
  const files = yield* Effect.provide(OutputFiles, Files.layer)
  const watchedFiles: OutputFiles["Service"] = {
    write: (target, use) => files.write(target, (write) => Effect.andThen(change({ path: target.path }), use(write)))
  }
  const answer = yield* work(input, { account }).pipe(
    Effect.provideService(OutputFiles, watchedFiles),
    Effect.provide(Input.layer),
    Effect.provideService(Progress, (progress) => change({ progress })),
    Effect.provideService(Notice, notice),
    Effect.provideService(Caller, Runners.localCaller("cli", event)),
    withProgress(() => `${command.name} … ${state.progress === undefined ? "" : progressText(state.progress)}`),
    Effect.provide(Runners.layer(plugins, yield* dataDirectory))
  )
  const now = yield* Clock.currentTimeMillis
  return { ok: true, json: answer.json, text: (screen) => textOf(answer, screen, now) } satisfies Report
})
