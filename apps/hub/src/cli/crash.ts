/**
 * Reports a defect by its class name only. Its message may contain anything, so it is shown only on request, with known
 * secrets redacted.
 */
import { inspect } from "node:util"

import { ProviderError, toJson } from "@inlay/core-http/ProviderError"
import type { Redactor } from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"

import { stringify } from "../terminal/json-text.ts"
import { screenOf } from "../terminal/Screen.ts"
import { failureText, printFailure } from "./report.ts"
import { adviceFor } from "./words.ts"

const CLASS_NAME = /^[A-Za-z][A-Za-z0-9]{0,40}$/

const classOf = (defect: unknown): string =>
  defect instanceof Error && CLASS_NAME.test(defect.name) ? defect.name : "unknown error"

const failure = (defect: unknown) =>
  new ProviderError({
    provider: "inlay",
    operation: "inlay",
    reason: {
      _tag: "Unavailable",
      status: 500,
      what: `inlay itself failed (${classOf(defect)}); this is a bug.`,
      remedy: { to: "read", text: "Run it again with --log-level debug and report what it prints." }
    }
  })

export const crash = ({
  json,
  causes,
  redactor
}: {
  readonly json: boolean
  /** Shows causes in full. */
  readonly causes: boolean
  readonly redactor: Redactor
}) => ({
  report: (cause: Cause.Cause<unknown>): Effect.Effect<void> => {
    const full = causes ? redactor.text(Cause.pretty(cause)) : ""
    const report = printFailure(failure(Cause.squash(cause)), json, json ? "" : full)
    return json && causes
      ? Effect.andThen(
          Effect.sync(() => process.stderr.write(`${full}\n`)),
          report
        )
      : report
  },
  /** The same for errors outside of any fiber, without waiting. */
  now: (defect: unknown): void => {
    const error = failure(defect)
    if (json) process.stdout.write(`${stringify(redactor.json(toJson(error, adviceFor(error))))}\n`)
    else process.stderr.write(`${redactor.text(failureText(error, screenOf(process.stderr, process.env)))}\n`)
    // Inspects strings at full length: a secret that was truncated would no longer be recognised and redacted.
    if (causes) process.stderr.write(`${redactor.text(inspect(defect, { maxStringLength: null }))}\n`)
  }
})
