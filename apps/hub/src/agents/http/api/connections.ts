/** Connects, changes, checks and removes accounts. Only for callers that manage the hub. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { accountParams, AccountView } from "./accounts.ts"
import { unknownCharge } from "./charges.ts"
import { failures, flag, Problem, PROVIDER_STATUSES, strings, text, textOrNull } from "./shapes.ts"

export const Values = Schema.Record(Schema.String, Schema.String).annotate({
  description:
    "Values by the names of the kind's fields (GET /api/plugins), all as strings: booleans are `true` or `false`, and a file is its content"
})

export const CheckView = Schema.Struct({
  ok: Schema.Boolean,
  identity: textOrNull("The owner of the credential, if the provider reports it"),
  scopes: strings.annotate({ description: "The rights of the credential, as the provider names them" }),
  limits: Schema.Array(Schema.Struct({ label: Schema.String, value: Schema.String })),
  problems: Schema.Array(Problem),
  notes: strings.annotate({ description: "Remarks that need no action" }),
  spentToday: Schema.Finite.annotate({
    description: "Credits spent in the current UTC day by the account and its key"
  }),
  unknownCharges: Schema.Array(Schema.Struct(unknownCharge)).annotate({
    description: "Paid lookups whose charge is unknown"
  })
}).annotate({ identifier: "Check" })

const error = failures(...PROVIDER_STATUSES)

export class ConnectionsGroup extends HttpApiGroup.make("connections").add(
  HttpApiEndpoint.post("connect", "/api/accounts", {
    payload: Schema.Struct({
      plugin: text("The plugin's id, as GET /api/plugins lists it"),
      kind: Schema.optionalKey(text("The kind of account; the plugin's first, by default")),
      name: Schema.optionalKey(
        text("The account's name: 1 to 40 characters of a-z, 0-9 and hyphens; main, by default")
      ),
      values: Values
    }),
    success: AccountView.pipe(HttpApiSchema.status(201)),
    error
  }).annotate(OpenApi.Summary, "Check and connect an account"),
  HttpApiEndpoint.patch("change", "/api/accounts/:plugin/:name", {
    params: accountParams,
    payload: Schema.Struct({
      name: Schema.optionalKey(text("Another name")),
      values: Schema.optionalKey(Values).annotate({
        description: "The changed values; an empty text clears a setting. Omitted values stay, secrets too"
      })
    }),
    success: AccountView,
    error
  }).annotate(OpenApi.Summary, "Change an account: only what is given"),
  HttpApiEndpoint.post("check", "/api/accounts/:plugin/:name/check", {
    params: accountParams,
    success: CheckView,
    error
  }).annotate(OpenApi.Summary, "Check whether an account works, for free"),
  HttpApiEndpoint.get("removal", "/api/accounts/:plugin/:name/removal", {
    params: accountParams,
    success: Schema.Struct({
      account: text("`plugin/name`"),
      revokes: flag("Whether its secrets can be revoked at the provider"),
      stops: Schema.Array(
        Schema.Struct({
          kind: Schema.Literals(["token", "agent", "subscription"]),
          id: Schema.String,
          name: Schema.String,
          ends: flag("True for a token or agent that may use no other account, and for every subscription")
        })
      ).annotate({ description: "What loses access to the account" })
    }),
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "List what would stop working without an account"),
  HttpApiEndpoint.delete("remove", "/api/accounts/:plugin/:name", {
    params: accountParams,
    query: {
      force: Schema.optionalKey(Schema.Literals(["true", "false"])).annotate({
        description: "Whether to delete it even if its secrets cannot be revoked at the provider; false, by default"
      })
    },
    success: Schema.Struct({
      revoked: flag("Whether its secrets were revoked at the provider"),
      left: textOrNull("What remains to be done by hand")
    }),
    error
  }).annotate(OpenApi.Summary, "Revoke an account at the provider and delete it")
) {}
