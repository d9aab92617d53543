/** How far a report's figures can be trusted: what the service left out, estimated or has not finished. */
import * as Schema from "effect/Schema"

/** A cut that the service made: which, in its words, and of which dates. */
export const Truncation = Schema.Struct({
  /** `DATE_RANGE`, `DATA_DRIVEN_ATTRIBUTION`, ... */
  reason: Schema.String,
  message: Schema.optionalKey(Schema.String),
  /** Dates that are affected: `2026-01-01..2026-01-31`, or one that nothing is before. */
  dates: Schema.optionalKey(Schema.Array(Schema.String))
})

/** Everything that is to be known; nothing is there where nothing is wrong. */
export const Quality = Schema.Struct({
  /** The share of the events that was read, from 0 to 1; one for each range. */
  sampled: Schema.optionalKey(Schema.Array(Schema.Finite)),
  /** Rows of few users are left out, so that nobody can be known by them. */
  thresholded: Schema.optionalKey(Schema.Boolean),
  /** Rare values are summed up in rows called "(other)". */
  otherRow: Schema.optionalKey(Schema.Boolean),
  truncated: Schema.optionalKey(Schema.Array(Truncation)),
  /** Metrics that the credential may not see: their zeros mean nothing. */
  blockedMetrics: Schema.optionalKey(Schema.Array(Schema.String)),
  /** From this day on, in the property's time zone, figures are younger than 48 hours and may change. */
  unsettledFrom: Schema.optionalKey(Schema.String)
})
export type Quality = typeof Quality.Type
