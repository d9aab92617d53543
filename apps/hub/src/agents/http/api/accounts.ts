/** Accounts, and the plugins that can be connected: `/api/accounts`, `/api/plugins`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"

import { failures, Moment, Problem, strings } from "./shapes.ts"

const Choice = Schema.Struct({ value: Schema.String, label: Schema.String })

const Field = Schema.Struct({
  name: Schema.String,
  label: Schema.String,
  type: Schema.Literals(["text", "url", "number", "boolean", "choice", "file"]),
  secret: Schema.Boolean,
  required: Schema.Boolean,
  help: Schema.String,
  default: Schema.optionalKey(Schema.String),
  /** The initial value in a form for a new account. It can be cleared. */
  proposed: Schema.optionalKey(Schema.String),
  /** A form hides this field until the user asks for advanced settings. */
  advanced: Schema.optionalKey(Schema.Boolean),
  /** The values of a choice. `provider`: the provider's own values, known once the account has been checked. */
  options: Schema.optionalKey(Schema.Union([Schema.Literal("provider"), Schema.Array(Choice)]))
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
      /** The ways to sign in, if the token is not typed in. */
      signIn: Schema.optionalKey(Schema.Array(Schema.Literals(["browser", "device"])))
    })
  )
}).annotate({ identifier: "Plugin" })

export const AccountView = Schema.Struct({
  /** `plugin/name`. */
  id: Schema.String,
  plugin: Schema.String,
  name: Schema.String,
  kind: Schema.String,
  /** An account of the environment cannot be changed or removed here. */
  source: Schema.Literals(["environment", "vault"]),
  readOnly: Schema.Boolean,
  /** Whether the account can work, as far as can be determined without asking its provider. */
  ok: Schema.Boolean,
  problems: Schema.Array(Problem),
  createdAt: Schema.NullOr(Moment),
  /** When its sign-in expires, if known. One that renews itself expires with its refresh token. */
  expiresAt: Schema.NullOr(Moment),
  lastUsedAt: Schema.NullOr(Moment),
  /**
   * Without secrets. Only for callers that manage the hub and for paired extensions, which recognise pages by these
   * settings.
   */
  settings: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The names of the secrets that are set. Only for callers that manage the hub. */
  secrets: Schema.optionalKey(strings)
}).annotate({ identifier: "Account" })

export class AccountsGroup extends HttpApiGroup.make("accounts").add(
  HttpApiEndpoint.get("plugins", "/api/plugins", {
    success: Schema.Struct({ plugins: Schema.Array(PluginView) }),
    error: failures()
  }).annotate(OpenApi.Summary, "List the plugins and how to connect an account of each"),
  HttpApiEndpoint.get("list", "/api/accounts", {
    success: Schema.Struct({ accounts: Schema.Array(AccountView) }),
    error: failures(503)
  }).annotate(OpenApi.Summary, "List the connected accounts")
) {}
