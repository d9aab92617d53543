/** The outcome of a lookup: a match with its record, or no match, which is a value and no error. */
import { Credits } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

/** The schema of a lookup's outcome, for records of a schema. */
export const enrichmentOf = <A, I>(record: Schema.Codec<A, I>) =>
  Schema.Struct({
    match: Schema.Boolean,
    record: Schema.NullOr(record),
    /** The provider's answer as it came; `null` for an empty one. */
    raw: Schema.Unknown,
    /** The identifiers asked that the record confirms; empty where it confirms none of them. */
    matchedOn: Schema.Array(Schema.String),
    credits: Credits,
    /** ISO 8601. */
    fetchedAt: Schema.String,
    fromCache: Schema.Boolean,
    /** Where each value of the record stood: its path there (`emails.0`) -> its path in `raw`. Left out without a match. */
    sources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    /** The day on which the provider last checked the record, ISO 8601, where it says so. */
    checkedOn: Schema.optionalKey(Schema.String),
    /** Values of an unexpected type in the answer, by path; left out where there are none. */
    drift: Schema.optionalKey(Schema.Array(Schema.String)),
    /** Of a paid outcome that is not kept, so that the same lookup costs again and needs `ask_again`: why. */
    unkept: Schema.optionalKey(Schema.Literals(["store", "contradicted"])),
    /** What the outcome does not say itself, such as that the base address may be wrong. */
    notice: Schema.optionalKey(Schema.String)
  })

/** The outcome of a lookup; its fields are described in `enrichmentOf`. */
export interface Enrichment<A> {
  readonly match: boolean
  readonly record: A | null
  readonly raw: unknown
  readonly matchedOn: ReadonlyArray<string>
  readonly credits: Credits
  readonly fetchedAt: string
  readonly fromCache: boolean
  readonly sources?: Readonly<Record<string, string>>
  readonly checkedOn?: string
  readonly drift?: ReadonlyArray<string>
  readonly unkept?: "store" | "contradicted"
  readonly notice?: string
}
