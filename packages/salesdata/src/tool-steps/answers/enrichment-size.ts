/** Enrichments within the size that an answer may have: the record always, the provider's own answer where it fits. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Schema from "effect/Schema"

import { enrichmentOf, type Enrichment } from "../../schema/Enrichment.ts"

/** An enrichment as a step answers with it, for records of a schema. */
export const answerOf = <A, I>(record: Schema.Codec<A, I>) =>
  Schema.Struct({
    ...enrichmentOf(record).fields,
    /** What the answer leaves out, how much of it, and how to get it. */
    left_out: Schema.optionalKey(Schema.Array(Schema.String))
  })

/** Kilobytes of an answer that holds so many bytes, and some for what the limit counts besides. */
const kilobytes = (bytes: number): number => Math.ceil((bytes + 512) / 1024)

/** Bytes of a value that an answer could hold; of a longer one it makes no difference how long. */
const bytesOf = (value: unknown): number | undefined => AnswerSize.bytesWithin(value, AnswerSize.MAX_BYTES - 512)

/** How to ask for what does not fit; `ask` is the rest of the input. @param whole the answer with all of it */
export const rawLeftOut = (raw: unknown, whole: unknown, ask: string): string => {
  const bytes = bytesOf(raw)
  const wholeBytes = bytesOf(whole)
  if (bytes === undefined) return `raw: ${kilobytes(AnswerSize.MAX_BYTES)} KB or more, more than an answer can hold`
  const size = `raw: ${kilobytes(bytes)} KB`
  return wholeBytes === undefined
    ? `${size}, more than an answer can hold`
    : `${size}; for it, ${ask} with max_kb: ${kilobytes(wholeBytes)}`
}

/** A repeat of the lookup with more room costs nothing where its answer is kept. */
export const withinLimit = <A>(
  outcome: Enrichment<A>,
  maxBytes: number
): Enrichment<A> & { readonly left_out?: ReadonlyArray<string> } => {
  if (AnswerSize.bytesWithin(outcome, maxBytes) !== undefined) return outcome
  const again = outcome.unkept === undefined ? "the same input (free)" : "the same input (paid again)"
  return { ...outcome, raw: null, left_out: [rawLeftOut(outcome.raw, outcome, again)] }
}
