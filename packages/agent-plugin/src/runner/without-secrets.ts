/**
 * What a step fails with, without the secrets of the connected accounts. The client keeps the provider's echoes out; here
 * it is about our own words, which may quote what was asked, and about bugs, whose words may hold anything.
 */
import { jsonBeginning } from "@inlay/core-http/json-beginning"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Redaction from "@inlay/core-http/Redaction"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** A chain of causes may be a ring. */
const MAX_CAUSES = 4

/** Of an answer that was not understood, more than any surface shows; a key at a cut is no longer known for what it is. */
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

/** Its name, message, stack and causes: what else a thrown value holds is for nobody. */
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

/**
 * Takes secrets out of what an effect fails with.
 *
 * @param secrets asked only where the effect fails
 */
export const withoutSecrets =
  (secrets: Effect.Effect<ReadonlyArray<Redacted.Redacted>>) =>
  <A, R>(effect: Effect.Effect<A, ProviderError, R>): Effect.Effect<A, ProviderError, R> =>
    Effect.catchCause(effect, (cause) =>
      Effect.flatMap(secrets, (all) => {
        const redactor = Redaction.make(all)
        const reasons = cause.reasons.map((reason) => {
          switch (reason._tag) {
            case "Fail":
              return Cause.makeFailReason(redactedError(redactor, reason.error))
            case "Die":
              return Cause.makeDieReason(redactedDefect(redactor, reason.defect))
            case "Interrupt":
              return reason
          }
        })
        return Effect.failCause(Cause.fromReasons(reasons))
      })
    )
