/** Connects, changes, checks and removes accounts. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { AccountView } from "./accounts.ts"
import { failures, Moment, Problem, PROVIDER_STATUSES, strings } from "./shapes.ts"

/** Values by field, all as strings: booleans are `true` or `false`, and a file is its content. */
export const Values = Schema.Record(Schema.String, Schema.String)

export const CheckView = Schema.Struct({
  ok: Schema.Boolean,
  /** The owner of the credential, if the provider reports it. */
  identity: Schema.NullOr(Schema.String),
  scopes: strings,
  limits: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.String })),
  problems: Schema.Array(Problem),
  /** Remarks that need no action. */
  notes: strings,
  /** Credits spent in the current UTC day by the account and its key. */
  spentToday: Schema.Finite,
  /** Paid lookups whose charge is unknown. */
  undecided: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      operation: Schema.String,
      keys: strings,
      since: Moment,
      mayHaveCost: Schema.NullOr(Schema.Finite)
    })
  )
}).annotate({ identifier: "Check" })

const account = { plugin: Schema.String, name: Schema.String }
const error = failures(...PROVIDER_STATUSES)

export class ConnectionsGroup extends HttpApiGroup.make("connections").add(
  HttpApiEndpoint.post("connect", "/api/accounts", {
    payload: Schema.Struct({
      plugin: Schema.String,
      kind: Schema.optionalKey(Schema.String).annotate({ description: "The plugin's first, by default" }),
      name: Schema.optionalKey(Schema.String).annotate({ description: "main, by default" }),
      values: Values
    }),
    success: AccountView.pipe(HttpApiSchema.status(201)),
    error
  }).annotate(OpenApi.Summary, "Check and connect an account"),
  HttpApiEndpoint.patch("change", "/api/accounts/:plugin/:name", {
    params: account,
    payload: Schema.Struct({
      name: Schema.optionalKey(Schema.String).annotate({ description: "Another name" }),
      values: Schema.optionalKey(Values).annotate({
        description: "The changed values; an empty text clears a setting. Omitted values stay, secrets too"
      })
    }),
    success: AccountView,
    error
  }).annotate(OpenApi.Summary, "Change an account: only what is given"),
  HttpApiEndpoint.post("check", "/api/accounts/:plugin/:name/check", {
    params: account,
    success: CheckView,
    error
  }).annotate(OpenApi.Summary, "Check whether an account works, for free"),
  HttpApiEndpoint.get("removal", "/api/accounts/:plugin/:name/removal", {
    params: account,
    success: Schema.Struct({
      account: Schema.String,
      /** Whether its secrets can be revoked at the provider. */
      revokes: Schema.Boolean,
      /**
       * What loses access to the account. `ends` is true for a token or agent that may use no other account, and for
       * every subscription.
       */
      stops: Schema.Array(
        Schema.Struct({
          kind: Schema.Literals(["token", "agent", "subscription"]),
          id: Schema.String,
          name: Schema.String,
          ends: Schema.Boolean
        })
      )
    }),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "List what would stop working without an account"),
  HttpApiEndpoint.delete("remove", "/api/accounts/:plugin/:name", {
    params: account,
    query: { force: Schema.optionalKey(Schema.Literals(["true", "false"])) },
    success: Schema.Struct({
      revoked: Schema.Boolean,
      /** What remains to be done by hand. */
      left: Schema.NullOr(Schema.String)
    }),
    error
  }).annotate(OpenApi.Summary, "Revoke an account at the provider and delete it")
) {}
