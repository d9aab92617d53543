/** The outcome of a lookup: a match with its record, or no match, which is a value and not an error. */
import { Credits } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

/** The schema of a lookup's outcome, given the record's schema. */
export const enrichmentOf = <A, I>(record: Schema.Codec<A, I>) =>
  Schema.Struct({
    match: Schema.Boolean,
    record: Schema.NullOr(record),
    /** The provider's response body, unchanged; `null` if it is empty. */
    raw: Schema.Unknown,
    /** The requested identifiers that the record confirms. Empty if it confirms none. */
    matchedOn: Schema.Array(Schema.String),
    credits: Credits,
    /** ISO 8601. */
    fetchedAt: Schema.String,
    fromCache: Schema.Boolean,
    /**
     * Where each value of the record was found: its path in the record (`emails.0`) -> its path in `raw`. Absent
     * without a match.
     */
    sources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    /** The day on which the provider last checked the record, ISO 8601, if it says so. */
    checkedOn: Schema.optionalKey(Schema.String),
    /** Values in the response that had an unexpected type, by path. Absent if there are none. */
    drift: Schema.optionalKey(Schema.Array(Schema.String)),
    /** Why a paid outcome is not cached. The same lookup would cost credits again, and needs `ask_again`. */
    unkept: Schema.optionalKey(Schema.Literals(["store", "contradicted"])),
    /** A further remark, for example that the base address may be wrong. */
    notice: Schema.optionalKey(Schema.String)
  })

/** The outcome of a lookup. `enrichmentOf` describes the fields. */
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
