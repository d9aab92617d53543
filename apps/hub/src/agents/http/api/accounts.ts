/** Accounts and what one connects: `/api/accounts`, `/api/plugins`. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
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
  /** What a form enters for a new account; it can be cleared. */
  proposed: Schema.optionalKey(Schema.String),
  /** A form shows it when it is asked for. */
  advanced: Schema.optionalKey(Schema.Boolean),
  /** The values of a choice; `provider`: what the provider has, known once the account is checked. */
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
      /** How one signs in, where the token is not typed in. */
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
  /** An account of the environment can neither be changed nor removed here. */
  source: Schema.Literals(["environment", "vault"]),
  readOnly: Schema.Boolean,
  /** Whether it can work, as far as can be told without asking its provider. */
  ok: Schema.Boolean,
  problems: Schema.Array(Problem),
  createdAt: Schema.NullOr(Moment),
  /** When its sign-in ends, where that is known. */
  expiresAt: Schema.NullOr(Moment),
  lastUsedAt: Schema.NullOr(Moment),
  /** Without secrets; for who manages, and for paired extensions, which know pages by them. */
  settings: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The names of the secrets that are set; for who manages alone. */
  secrets: Schema.optionalKey(strings)
}).annotate({ identifier: "Account" })

export class AccountsGroup extends HttpApiGroup.make("accounts").add(
  HttpApiEndpoint.get("plugins", "/api/plugins", {
    success: Schema.Struct({ plugins: Schema.Array(PluginView) }),
    error: failures()
  }),
  HttpApiEndpoint.get("list", "/api/accounts", {
    success: Schema.Struct({ accounts: Schema.Array(AccountView) }),
    error: failures(503)
  })
) {}
