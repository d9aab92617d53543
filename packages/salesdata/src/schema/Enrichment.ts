/** The outcome of a lookup: a match with its record, or no match, which is a value and not an error. */
import { Credits } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

/** The schema of a lookup's outcome, given the record's schema. `Enrichment` says what each field is. */
/* @__NO_SIDE_EFFECTS__ */
export const enrichmentOf = <A, I>(record: Schema.Codec<A, I>) =>
  Schema.Struct({
    match: Schema.Boolean,
    record: Schema.NullOr(record),
    raw: Schema.Unknown,
    matchedOn: Schema.Array(Schema.String),
    credits: Credits,
    fetchedAt: Schema.String,
    fromCache: Schema.Boolean,
    sources: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    checkedOn: Schema.optionalKey(Schema.String),
    drift: Schema.optionalKey(Schema.Array(Schema.String)),
    uncached: Schema.optionalKey(Schema.Literals(["store", "contradicted"])),
    notice: Schema.optionalKey(Schema.String)
  })

/** The outcome of a lookup. */
export interface Enrichment<A> {
  readonly match: boolean
  readonly record: A | null
  /** The provider's response body, unchanged; `null` if it is empty. */
  readonly raw: unknown
  /** The requested identifiers that the record confirms. Empty if it confirms none. */
  readonly matchedOn: ReadonlyArray<string>
  readonly credits: Credits
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly fromCache: boolean
  /**
   * Where each value of the record was found: its path in the record (`emails.0`) -> its path in `raw`. Absent without a
   * match.
   */
  readonly sources?: Readonly<Record<string, string>>
  /** The day on which the provider last checked the record, ISO 8601, if it says so. */
  readonly checkedOn?: string
  /** Values in the response that had an unexpected type, by path. Absent if there are none. */
  readonly drift?: ReadonlyArray<string>
  /** Why a paid outcome is not cached. The same lookup would cost credits again, and needs `ask_again`. */
  readonly uncached?: "store" | "contradicted"
  /** A further remark, for example that the base address may be wrong. */
  readonly notice?: string
}
