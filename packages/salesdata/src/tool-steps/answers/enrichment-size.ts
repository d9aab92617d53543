/** Limits the size of enrichments: the record is always included, and the provider's raw response if it fits. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Schema from "effect/Schema"

import { enrichmentOf, type Enrichment } from "../../schema/Enrichment.ts"

/** The schema of a step's enrichment, given the record's schema. */
export const answerOf = <A, I>(record: Schema.Codec<A, I>) =>
  Schema.Struct({
    ...enrichmentOf(record).fields,
    /** What was left out, how much, and how to get it. */
    left_out: Schema.optionalKey(Schema.Array(Schema.String))
  })

/** Converts bytes to kilobytes, rounded up, with a margin for what the limit also counts. */
const kilobytes = (bytes: number): number => Math.ceil((bytes + 512) / 1024)

/** The size of a value, or `undefined` if it is larger than an answer can be. */
const bytesOf = (value: unknown): number | undefined => AnswerSize.bytesWithin(value, AnswerSize.MAX_BYTES - 512)

/**
 * Says how to get the raw response that does not fit. `ask` names the rest of the input.
 * @param whole the answer including the raw response
 */
export const rawLeftOut = (raw: unknown, whole: unknown, ask: string): string => {
  const bytes = bytesOf(raw)
  const wholeBytes = bytesOf(whole)
  if (bytes === undefined) return `raw: ${kilobytes(AnswerSize.MAX_BYTES)} KB or more, more than an answer can hold`
  const size = `raw: ${kilobytes(bytes)} KB`
  return wholeBytes === undefined
    ? `${size}, more than an answer can hold`
    : `${size}; to get it, send ${ask} with max_kb: ${kilobytes(wholeBytes)}`
}

/**
 * Leaves out the raw response if the outcome is too large. Repeating the lookup with a larger limit is free if its
 * answer is cached.
 */
export const withinLimit = <A>(
  outcome: Enrichment<A>,
  maxBytes: number
): Enrichment<A> & { readonly left_out?: ReadonlyArray<string> } => {
  if (AnswerSize.bytesWithin(outcome, maxBytes) !== undefined) return outcome
  const again = outcome.uncached === undefined ? "the same input (free)" : "the same input (paid again)"
  return { ...outcome, raw: null, left_out: [rawLeftOut(outcome.raw, outcome, again)] }
}
