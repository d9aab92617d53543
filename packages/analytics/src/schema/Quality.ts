/** The quality of a report's data: what the service omitted, estimated or has not finished processing. */
import * as Schema from "effect/Schema"

/** A truncation by the service: the reason, the service's message and the affected dates. */
export const Truncation = Schema.Struct({
  /** `DATE_RANGE`, `DATA_DRIVEN_ATTRIBUTION`, ... */
  reason: Schema.String,
  message: Schema.optionalKey(Schema.String),
  /** The affected dates, such as `2026-01-01..2026-01-31`, or a date before which there is no data. */
  dates: Schema.optionalKey(Schema.Array(Schema.String))
})

/** Everything that limits the data. A field is present only if there is such a limit. */
export const Quality = Schema.Struct({
  /** The share of events that was read, from 0 to 1, one for each range. */
  sampled: Schema.optionalKey(Schema.Array(Schema.Finite)),
  /** Rows with few users are omitted, so that no individual can be identified. */
  thresholded: Schema.optionalKey(Schema.Boolean),
  /**
   * Rare values are combined in rows named "(other)". A filter does not find them there, so the figures that it leaves
   * may be too low although no such row is among them.
   */
  otherRow: Schema.optionalKey(Schema.Boolean),
  truncated: Schema.optionalKey(Schema.Array(Truncation)),
  /** Metrics that the credential cannot see. Their zeros are meaningless. */
  blockedMetrics: Schema.optionalKey(Schema.Array(Schema.String)),
  /** From this day on, in the property's time zone, the data is less than 48 hours old and may still change. */
  unsettledFrom: Schema.optionalKey(Schema.String)
})
export type Quality = typeof Quality.Type
