/**
 * Reports a defect by its class name only. Its message may contain anything, so it is shown only on request, with known
 * secrets redacted.
 */
import { basename } from "node:path"
import { inspect } from "node:util"

import { writeToStandardOutput } from "@inlay/agent-plugin/printing"
import { toJson } from "@inlay/core-http/ProviderError"
import type { Redactor } from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import { hubError } from "../hub-error.ts"
import { stringify } from "../terminal/json-text.ts"
import { screenOf } from "../terminal/Screen.ts"
import { failureText, printFailure } from "./report.ts"
import { adviceFor } from "./words.ts"

const CLASS_NAME = /^[A-Za-z][A-Za-z0-9]{0,40}$/

const classOf = (defect: unknown): string =>
  defect instanceof Error && CLASS_NAME.test(defect.name) ? defect.name : "unknown error"

/** The file of these in which something was thrown, such as by a timer. Its name alone: its folder may be a link. */
const fileOf = (defect: unknown, files: ReadonlyArray<string>): string | undefined =>
  defect instanceof Error
    ? files.map((file) => basename(file)).find((name) => String(defect.stack).includes(`/${name}:`))
    : undefined

const failure = (defect: unknown, plugins: ReadonlyArray<string>) => {
  const file = fileOf(defect, plugins)
  const [what, text] =
    file === undefined
      ? [
          `inlay itself failed (${classOf(defect)}); this is a bug.`,
          "Run it again with --log-level debug and report what it prints."
        ]
      : [
          `The plugin ${file} failed outside of its steps (${classOf(defect)}).`,
          "Run it again with --log-level debug to see where, such as in a timer. Catch it there."
        ]
  return hubError("inlay", { _tag: "Unavailable", status: 500, what, remedy: { to: "read", text } })
}

export const crash = ({
  json,
  causes,
  plugins,
  redactor
}: {
  readonly json: boolean
  /** Shows causes in full. */
  readonly causes: boolean
  /** The files of `--plugin`. */
  readonly plugins: ReadonlyArray<string>
  readonly redactor: Redactor
}) => ({
  report: (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
    const full = causes ? redactor.text(Cause.pretty(cause)) : ""
    const report = printFailure(failure(Cause.squash(cause), plugins), json, full)
    return json && causes
      ? Effect.andThen(
          Effect.sync(() => process.stderr.write(`${full}\n`)),
          report
        )
      : report
  },
  /** The same for errors outside of any fiber, without waiting. */
  now: (defect: unknown): void => {
    const error = failure(defect, plugins)
    if (json) writeToStandardOutput(`${stringify(redactor.json(toJson(error, adviceFor(error))))}\n`)
    else process.stderr.write(`${redactor.text(failureText(error, screenOf(process.stderr, process.env)))}\n`)
    // Inspects strings at full length: a secret that was truncated would no longer be recognised and redacted.
    if (causes) process.stderr.write(`${redactor.text(inspect(defect, { maxStringLength: null }))}\n`)
  }
})
