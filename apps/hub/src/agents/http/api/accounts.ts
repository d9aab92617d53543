/** Accounts, and the plugins that can be connected: `/api/accounts`, `/api/plugins`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, flag, Moment, Problem, strings, text } from "./shapes.ts"

const Choice = Schema.Struct({ value: Schema.String, label: Schema.String })

const Field = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  type: Schema.Literals(["text", "url", "number", "boolean", "choice", "file"]),
  secret: Schema.Boolean,
  required: Schema.Boolean,
  help: Schema.String,
  default: Schema.optionalKey(text("What an empty field means")),
  proposed: Schema.optionalKey(text("The initial value in a form for a new account. It can be cleared")),
  advanced: Schema.optionalKey(flag("A form hides this field until the user asks for advanced settings")),
  options: Schema.optionalKey(Schema.Union([Schema.Literal("provider"), Schema.Array(Choice)])).annotate({
    description:
      "The values of a choice. `provider`: the provider's own values, known once the account has been checked"
  })
})

export const PluginView = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  description: Schema.String,
  status: Schema.Literals(["beta", "stable"]),
  accountKinds: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      title: Schema.String,
      fields: Schema.Array(Field),
      signIn: Schema.optionalKey(Schema.Array(Schema.Literals(["browser", "device"]))).annotate({
        description: "The ways to sign in, if the token is not typed in"
      })
    })
  )
}).annotate({ identifier: "Plugin" })

export const AccountView = Schema.Struct({
  id: text("`plugin/name`"),
  plugin: Schema.String,
  name: Schema.String,
  kind: Schema.String,
  source: Schema.Literals(["environment", "vault"]).annotate({
    description: "An account of the environment cannot be changed or removed here"
  }),
  readOnly: flag("Whether the account's settings allow only reading"),
  ok: flag("Whether the account can work, as far as can be determined without asking its provider"),
  problems: Schema.Array(Problem),
  createdAt: Schema.NullOr(Moment),
  expiresAt: Schema.NullOr(Moment).annotate({
    description: "When its sign-in expires, if known. One that renews itself expires with its refresh token"
  }),
  lastUsedAt: Schema.NullOr(Moment),
  settings: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)).annotate({
    description:
      "Without secrets. Only for callers that manage the hub and for paired extensions, which recognise pages by them"
  }),
  secrets: Schema.optionalKey(strings).annotate({
    description: "The names of the secrets that are set. Only for callers that manage the hub"
  })
}).annotate({ identifier: "Account" })

export const accountParams = { plugin: text("The plugin's id"), name: text("The account's name within the plugin") }

export class AccountsGroup extends HttpApiGroup.make("accounts").add(
  HttpApiEndpoint.get("plugins", "/api/plugins", {
    success: Schema.Struct({ plugins: Schema.Array(PluginView) }),
    error: failures()
  }).annotate(OpenApi.Summary, "List the plugins and how to connect an account of each"),
  HttpApiEndpoint.get("list", "/api/accounts", {
    success: Schema.Struct({ accounts: Schema.Array(AccountView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the connected accounts"),
  HttpApiEndpoint.get("get", "/api/accounts/:plugin/:name", {
    params: accountParams,
    success: AccountView,
    error: failures(404, 503)
  }).annotate(OpenApi.Summary, "Read a connected account")
) {}
