/**
 * Reports of subcommands, as a JSON document or as text. All standard output goes through this module, so `--json`
 * always prints exactly one document. Secrets of the environment are redacted, because settings, arguments and inputs
 * are shown as given and may contain the key.
 */
import { wordsOf } from "@inlay/agent-plugin/advice"
import { ProviderError, toJson, withReason, type Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"

import { redactor } from "../accounts/known-secrets.ts"
import { hubError } from "../hub-error.ts"
import { orUnusable } from "../storage/StorageLocation.ts"
import { stringify } from "../terminal/json-text.ts"
import { screenOf, type Screen } from "../terminal/Screen.ts"
import { indentLines } from "../terminal/wrap.ts"
import * as write from "../terminal/write.ts"
import { dataDirectory } from "./data-directory.ts"
import { onNamedDatabase } from "./database.ts"
import { checkVariables } from "./input/variables.ts"
import { PluginFiles, Settings } from "./settings.ts"
import { adviceFor, withFiles, words } from "./words.ts"

export interface Report {
  readonly json: unknown
  readonly text: (screen: Screen) => string
  /** If false, the exit code is 1. */
  readonly ok: boolean
}

/** The command failed and the failure was printed. Exit code 2 is the convention for an invalid command line. */
export class PrintedFailure extends Data.TaggedError("PrintedFailure")<{ readonly isMisuse: boolean }> {
  override readonly [Runtime.errorExitCode]: number = this.isMisuse ? 2 : 1
  override readonly [Runtime.errorReported] = false
}

/** A failure with an excerpt to show below it, such as the invalid line. */
export class FailureWithExcerpt extends Data.TaggedError("FailureWithExcerpt")<{
  readonly error: ProviderError
  readonly excerpt: string
}> {}

/** Formats a failure: what happened, what may have been charged, and what to do next. */
export const failureText = (
  error: ProviderError,
  { columns, style }: Screen,
  label: string = error.reason._tag
): string => {
  const { what } = error.reason
  const fix = adviceFor(error)
  const text = indentLines(`${label}: ${ProviderText.clean(what)}`, columns, 0)
  return [
    text.replace(`${label}:`, () => style.bold(style.red(`${label}:`))),
    ...(error.charged === undefined ? [] : [style.yellow(indentLines("Credits may have been charged.", columns, 2))]),
    ...(fix === "" ? [] : [indentLines(ProviderText.clean(fix), columns, 2)])
  ].join("\n")
}

/**
 * Prints a failure: as JSON to standard output, or as text to standard error.
 *
 * @param excerpt text that people see below it
 * @param label in place of its reason
 */
export const printFailure = (
  error: ProviderError,
  json: boolean,
  excerpt = "",
  label: string = error.reason._tag
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const { error: facts } = toJson(error, adviceFor(error))
    if (json) return write.out(stringify(redactor.json({ error: { ...facts, reason: label } })))
    const text = failureText(error, screenOf(process.stderr, process.env), label)
    return write.err(redactor.text(excerpt === "" ? text : `${text}\n${excerpt}`))
  })

/** Operations that name a flag for what is outside of the command line: a file, and an address of the environment. */
const OUTSIDE: ReadonlyArray<string> = ["plugin", "database"]

/**
 * Whether only flags (`--repo`) and arguments (`<plugin>`) are wrong. A flag that names something which does not exist,
 * or a file that does, is not.
 */
const isMisuse = ({ operation, reason }: ProviderError): boolean =>
  reason._tag === "Invalid" &&
  !OUTSIDE.includes(operation) &&
  reason.fields.length > 0 &&
  reason.fields.every(({ field, message }) => /^(--|<)/.test(field) && !message.startsWith("names "))

/** Prints a failure and fails with its exit code. */
const failing = (error: ProviderError, json: boolean, excerpt?: string): Effect.Effect<never, PrintedFailure> =>
  Effect.andThen(printFailure(error, json, excerpt), Effect.fail(new PrintedFailure({ isMisuse: isMisuse(error) })))

/** The message of a command that is stopped. */
type StopMessage = Pick<Reason, "what" | "remedy" | "nothing">

const UNANSWERED: StopMessage = {
  what: "Stopped before the answer came.",
  remedy: { to: "read", text: "`inlay charges` lists lookups that were under way and may have been charged." }
}

/** Set by a handler: the error to report if the command is stopped during a request that may have been carried out. */
export const Interruption = Context.Reference<{ error: ProviderError | undefined }>("@inlay/hub/Interruption", {
  defaultValue: () => ({ error: undefined })
})

/** The error of a stopped command is one of a call without an answer, but not of one that took too long. */
const INTERRUPTED = "Interrupted"

/** The error of a command that was stopped by a signal. Programs receive an error too, because there is no answer. */
const stoppedError = (stop: StopMessage) => hubError("inlay", { _tag: "Timeout", sent: true, ...stop })

/** The commands that a failure advises get the flags of the plugins' files, too. */
const advisingFiles = <E>(error: E | ProviderError, files: ReadonlyArray<string>): E | ProviderError => {
  if (files.length === 0 || !(error instanceof ProviderError)) return error
  const { reason } = error
  const text = withFiles(wordsOf(words, reason.remedy, reason), files)
  return withReason(error, { ...reason, remedy: { to: "read", text } })
}

/** Runs a handler with the plugins of files. What it cannot store or read is said of the data directory or database. */
const handling = <A, E, R>(handler: Effect.Effect<A, E | StorageError, R>, files: ReadonlyArray<string>) =>
  Effect.flatMap(dataDirectory, (directory) =>
    handler.pipe(
      orUnusable(directory),
      Effect.mapError((error) => advisingFiles(error, files)),
      Effect.provideService(PluginFiles, files)
    )
  )

export interface Reporting {
  /** The files of `--plugin`. */
  readonly files?: ReadonlyArray<string>
  readonly stop?: StopMessage
  /** Whether the handler itself checks the environment variables. */
  readonly checksVariables?: boolean
}

/** Loads and runs a handler, and prints its report or its failure. */
export const reporting = <R>(
  load: () => Promise<Effect.Effect<Report, ProviderError | StorageError | FailureWithExcerpt, R>>,
  { files = [], stop = UNANSWERED, checksVariables = false }: Reporting = {}
) =>
  Effect.gen(function* () {
    const { json } = yield* Settings
    const interruption: { error: ProviderError | undefined } = { error: undefined }
    const handler = handling(Effect.flatten(Effect.promise(load)), files)
    const checkedHandler = checksVariables ? handler : Effect.andThen(checkVariables(process.env), handler)
    const report = yield* onNamedDatabase(checkedHandler).pipe(
      Effect.provideService(Interruption, interruption),
      Effect.onInterrupt(() => printFailure(interruption.error ?? stoppedError(stop), json, "", INTERRUPTED)),
      Effect.catch((failure) =>
        failure._tag === "FailureWithExcerpt" ? failing(failure.error, json, failure.excerpt) : failing(failure, json)
      )
    )
    const text = json
      ? stringify(redactor.json(report.json))
      : redactor.text(report.text(screenOf(process.stdout, process.env)))
    // An empty line would be a record to a reader of JSON lines or CSV.
    if (text !== "") yield* write.out(text)
    if (!report.ok) return yield* new PrintedFailure({ isMisuse: false })
  })

/** Loads and runs a handler that prints for itself until it is stopped, which is not a failure. Prints its failure. */
export const untilStopped = <R>(
  load: () => Promise<Effect.Effect<void, ProviderError | StorageError, R>>,
  files: ReadonlyArray<string> = []
) =>
  Effect.gen(function* () {
    const { json } = yield* Settings
    yield* checkVariables(process.env).pipe(
      Effect.andThen(onNamedDatabase(handling(Effect.flatten(Effect.promise(load)), files))),
      Effect.onInterrupt(() =>
        Effect.sync(() => {
          process.exitCode = 0
        })
      ),
      Effect.catch((error) => failing(error, json))
    )
  })
