/** Rate limits as `GET /rate_limit` answers them. */
import * as Schema from "effect/Schema"

/** One resource's window. */
export const ResourceLimit = Schema.Struct({
  /** Requests a window. */
  limit: Schema.Int,
  used: Schema.optionalKey(Schema.Int),
  remaining: Schema.Int,
  /** Unix time in seconds at which the window ends. */
  reset: Schema.Int
})
export type ResourceLimit = typeof ResourceLimit.Type

/** By resource: `core`, `search`, `graphql`, ... */
export const RateLimits = Schema.Struct({ resources: Schema.Record(Schema.String, ResourceLimit) })
export type RateLimits = typeof RateLimits.Type
