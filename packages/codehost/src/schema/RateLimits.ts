/** Rate limits as `GET /rate_limit` returns them. */
import * as Schema from "effect/Schema"

/** The rate limit window of one resource. */
export const ResourceLimit = Schema.Struct({
  /** Requests per window. */
  limit: Schema.Int,
  used: Schema.optionalKey(Schema.Int),
  remaining: Schema.Int,
  /** Unix time in seconds at which the window ends. */
  reset: Schema.Int
})
export type ResourceLimit = typeof ResourceLimit.Type

/** Rate limits by resource: `core`, `search`, `graphql`, ... */
export const RateLimits = Schema.Struct({ resources: Schema.Record(Schema.String, ResourceLimit) })
export type RateLimits = typeof RateLimits.Type
