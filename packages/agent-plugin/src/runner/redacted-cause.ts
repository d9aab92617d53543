/** Removes secrets from the causes of a failure. Loaded with the first run: see `without-secrets.ts`. */
import { jsonBeginning } from "@inlay/core-http/json-beginning"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Redaction from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import type * as Redacted from "effect/Redacted"

/** A limit on nested causes, because a chain of causes may be circular. */
const MAX_CAUSES = 4

/**
 * The most characters kept of a response that could not be decoded, more than any surface displays. The last 4,096 are
 * dropped, because a key that is cut off there would not be recognised.
 */
const MAX_RAW_CHARS = 65_536
const MAX_KEY_CHARS = 4_096

const redactedRaw = ({ json, text }: Redaction.Redactor, raw: unknown): unknown => {
  const beginning = jsonBeginning(raw, MAX_RAW_CHARS)
  return beginning.length <= MAX_RAW_CHARS
    ? json(raw)
    : text(beginning.slice(0, MAX_RAW_CHARS)).slice(0, -MAX_KEY_CHARS)
}

const redactedError = (redactor: Redaction.Redactor, error: ProviderError): ProviderError => {
  const { _tag, operation, raw, ...facts } = error
  return new ProviderError({
    ...redactor.json(facts),
    operation: redactor.text(operation),
    ...(raw !== undefined && { raw: redactedRaw(redactor, raw) })
  })
}

/** Keeps the name, message, stack and causes of a thrown value. Its other properties are dropped. */
const redactedDefect = (redactor: Redaction.Redactor, defect: unknown, causes = MAX_CAUSES): Error => {
  const { text } = redactor
  if (!(defect instanceof Error)) return new Error(text(typeof defect === "string" ? defect : "a value was thrown"))
  const cause =
    defect.cause === undefined || causes === 0 ? {} : { cause: redactedDefect(redactor, defect.cause, causes - 1) }
  const copy = new Error(text(defect.message), cause)
  copy.name = text(defect.name)
  copy.stack = text(defect.stack ?? "")
  return copy
}

export const redactedCause = (
  cause: Cause.Cause<ProviderError>,
  secrets: ReadonlyArray<Redacted.Redacted>
): Cause.Cause<ProviderError> => {
  const redactor = Redaction.make(secrets)
  return Cause.fromReasons(
    cause.reasons.map((reason) => {
      switch (reason._tag) {
        case "Fail":
          return Cause.makeFailReason(redactedError(redactor, reason.error))
        case "Die":
          return Cause.makeDieReason(redactedDefect(redactor, reason.defect))
        case "Interrupt":
          return reason
      }
    })
  )
}
