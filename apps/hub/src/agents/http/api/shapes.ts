/** Schemas that several responses of the HTTP API share. */
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

export const strings = Schema.Array(Schema.String)

export const text = (description: string) => Schema.String.annotate({ description })

export const textOrNull = (description: string) => Schema.NullOr(Schema.String).annotate({ description })

export const flag = (description: string) => Schema.Boolean.annotate({ description })

export const Moment = text("ISO 8601, UTC")

/** Any JSON value. The document would lose a description of `Schema.Unknown` itself. */
export const json = (description: string) =>
  Schema.Json.annotate({ description }).pipe(
    Schema.decodeTo(Schema.Unknown, SchemaTransformation.passthrough<unknown, Schema.Json>({ strict: false }))
  )

/** A whole number from 1 in a query. It is text there, and `document.ts` shows what the text holds. */
export const count = (description: string, range: { readonly maximum: number; readonly default: number }) =>
  Schema.String.annotate({ description, contentSchema: { type: "integer", minimum: 1, ...range } }).pipe(
    Schema.decodeTo(
      Schema.Number.check(
        Schema.makeFilter((value) => Number.isInteger(value) && value >= 1 && value <= range.maximum, {
          expected: `an integer from 1 to ${range.maximum}`
        })
      ),
      SchemaTransformation.numberFromString
    )
  )

export const Problem = Schema.Struct({
  what: Schema.String,
  fix: text("The remedy, in words; empty if none is known"),
  remedy: Schema.optionalKey(Schema.Struct({ to: Schema.String })).annotate({
    description: 'The remedy as data, for a button: `{ to: "checkKey" }`'
  })
})

/** The body of every response with a status of 400 or above. */
export const Failure = Schema.Struct({
  error: Schema.Struct({
    reason: text("What kind of failure it is, such as Invalid, NotFound or Unauthorized"),
    message: text("What happened and what to do, for people"),
    provider: text("The plugin whose service failed; `inlay` for the hub itself"),
    operation: Schema.String,
    what: Schema.optionalKey(text("The message without advice")),
    fix: Schema.optionalKey(text("The advice of the message")),
    nothing: Schema.optionalKey(Schema.Literals(["sent", "changed", "stored"])).annotate({
      description: "What certainly did not happen: nothing was sent, changed or stored"
    }),
    cap: Schema.optionalKey(
      Schema.Struct({
        kind: Schema.Literals(["day", "run", "principal", "event"]),
        limit: Schema.Finite,
        spent: Schema.Finite
      })
    ).annotate({ description: "The spending cap that was reached, in credits" }),
    remedy: Schema.optionalKey(json('The advice as data, for a button: `{ to: "checkKey" }`')),
    guard: Schema.optionalKey(text("The check of the hub that refused the request")),
    retryAfterSeconds: Schema.optionalKey(Schema.Finite),
    resetsAt: Schema.optionalKey(text("When a rate limit or quota is available again, ISO 8601")),
    needs: Schema.optionalKey(text("The role or scope that the credential lacks, if the provider says it")),
    fields: Schema.optionalKey(Schema.Array(Schema.Struct({ field: Schema.String, message: Schema.String }))).annotate({
      description: "Every wrong field of an invalid request, by its path; empty for the request as a whole"
    }),
    existing: Schema.optionalKey(text("The id of what is there already, for a conflict with it")),
    known: Schema.optionalKey(strings).annotate({ description: "Names that exist, the nearest first" }),
    charged: Schema.optionalKey(Schema.Literal("unknown")).annotate({
      description: "Whether the call cost credits is unknown; its lookup is blocked until that is settled"
    }),
    outcome: Schema.optionalKey(Schema.Literal("unknown")).annotate({
      description: "Whether the call changed anything is unknown"
    }),
    raw: Schema.optionalKey(json("What the provider said, shortened and without secrets"))
  })
}).annotate({ identifier: "Failure" })

/** The failure responses of an endpoint, by status. */
export const failures = (...statuses: ReadonlyArray<number>) =>
  [400, 401, 403, ...statuses].map((status) => Failure.pipe(HttpApiSchema.status(status)))

/** The failure statuses of endpoints that call a provider. */
export const PROVIDER_STATUSES = [404, 409, 424, 429, 502, 503, 504] as const

type EndpointOf<Group, Name extends string> = HttpApiEndpoint.WithIdentifier<HttpApiGroup.Endpoints<Group>, Name>

export type BodyOf<Group, Name extends string> = HttpApiEndpoint.Payload<EndpointOf<Group, Name>>["Type"]

export type QueryOf<Group, Name extends string> = HttpApiEndpoint.Query<EndpointOf<Group, Name>>["Type"]

export type AnswerOf<Group, Name extends string> = HttpApiEndpoint.Success<EndpointOf<Group, Name>>["Type"]
