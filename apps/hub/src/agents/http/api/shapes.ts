/** Schemas that several responses of the HTTP API share. */
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"

export const strings = Schema.Array(Schema.String)

/** ISO 8601, UTC. */
export const Moment = Schema.String

export const Problem = Schema.Struct({
  what: Schema.String,
  /** The remedy, in words; empty if none is known. */
  fix: Schema.String,
  /** The remedy as data, for a button: `{ to: "checkKey" }`. */
  remedy: Schema.optionalKey(Schema.Struct({ to: Schema.String }))
})

/** The body of every response with a status of 400 or above. */
export const Failure = Schema.Struct({
  error: Schema.Struct({
    reason: Schema.String,
    message: Schema.String,
    provider: Schema.String,
    operation: Schema.String,
    /** The message without advice. */
    what: Schema.optionalKey(Schema.String),
    fix: Schema.optionalKey(Schema.String),
    nothing: Schema.optionalKey(Schema.Literals(["sent", "changed", "stored"])),
    /** The spending cap that was reached, in credits. */
    cap: Schema.optionalKey(
      Schema.Struct({
        kind: Schema.Literals(["day", "run", "principal", "event"]),
        limit: Schema.Finite,
        spent: Schema.Finite
      })
    ),
    remedy: Schema.optionalKey(Schema.Unknown),
    guard: Schema.optionalKey(Schema.String),
    retryAfterSeconds: Schema.optionalKey(Schema.Finite),
    resetsAt: Schema.optionalKey(Schema.String),
    needs: Schema.optionalKey(Schema.String),
    fields: Schema.optionalKey(Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String }))),
    known: Schema.optionalKey(strings),
    charged: Schema.optionalKey(Schema.Literal("unknown")),
    outcome: Schema.optionalKey(Schema.Literal("unknown")),
    raw: Schema.optionalKey(Schema.Unknown)
  })
}).annotate({ identifier: "Failure" })

/** The failure responses of an endpoint, by status. */
export const failures = (...statuses: ReadonlyArray<number>) =>
  [400, 401, 403, ...statuses].map((status) => Failure.pipe(HttpApiSchema.status(status)))

/** The failure statuses of endpoints that call a provider. */
export const PROVIDER_STATUSES = [404, 409, 424, 429, 502, 503, 504] as const
