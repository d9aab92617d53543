/** Four ways to connect: a token, a sign-in in a browser, a refresh token, and a service account's key file. */
import * as AuthorizationCode from "@inlay/core-http/AuthorizationCode"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as MintedTokens from "@inlay/core-http/MintedTokens"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as ServiceAccount from "@inlay/core-http/ServiceAccount"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { Account, AccountKind, Field } from "../../../../account/Account.ts"
import { make, me, properties, Sketch } from "../client/Sketch.ts"
import { settingsOf } from "./settings.ts"

const field = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  type: "text",
  secret: false,
  required: true,
  help: `${label} of the service.`,
  ...more
})

const addresses: ReadonlyArray<Field> = [
  field("data_base_url", "Data address", { type: "url" }),
  field("admin_base_url", "Admin address", { type: "url" })
]

const signInUrl = field("sign_in_url", "Sign-in address", { type: "url" })

/** The user chooses among the service's properties, once the account can send requests. */
const property = field("property", "Property", { type: "choice", options: "provider", required: false })

const more: ReadonlyArray<Field> = [
  property,
  field("week_start", "First day of a week", {
    type: "choice",
    required: false,
    default: "monday",
    options: [
      { value: "monday", label: "Monday" },
      { value: "sunday", label: "Sunday" }
    ]
  }),
  field("read_only", "Read-only", { type: "boolean", required: false, default: "false" })
]

const SCOPES = ["reports.read", "notes.write"]

const addressOf = ({ settings }: Pick<Account, "settings">, path: string) =>
  `${(settings["sign_in_url"] ?? "").replace(/\/+$/, "")}${path}`

const serverOf = (account: Account): AuthorizationServer.Server => {
  const clientSecret = account.secrets["client_secret"]
  return {
    provider: "sketch",
    tokens: addressOf(account, "/oauth/token"),
    clientId: account.settings["client_id"] ?? "",
    ...(clientSecret !== undefined && { clientSecret })
  }
}

const withClient = <A, E, R>(account: Account, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Effect.fromResult(settingsOf(account)), (settings) =>
    Effect.flatMap(make(settings), (client) => Effect.provideService(effect, Sketch, client))
  )

const common: Pick<AccountKind, "check" | "choices" | "validate"> = {
  validate: settingsOf,
  check: (account) =>
    Effect.map(withClient(account, me), ({ login, scopes }) => ({
      ok: true,
      identity: login,
      scopes,
      limits: [],
      problems: []
    })),
  choices: (account) =>
    Effect.map(withClient(account, properties), (all) => all.map(({ id, name }) => ({ value: id, label: name })))
}

const token: AccountKind = {
  ...common,
  id: "token",
  title: "Access token",
  fields: [...addresses, field("token", "Access token", { secret: true }), ...more]
}

const signIn: AccountKind = {
  ...common,
  id: "sign_in",
  title: "Sign in",
  fields: [
    ...addresses,
    signInUrl,
    field("client_id", "Client id"),
    field("client_secret", "Client secret", { secret: true, required: false }),
    field("token", "Token", { secret: true }),
    ...more
  ],
  signIn: {
    browser: {
      url: (settings, { redirectUri, state, challenge }) =>
        Effect.fromResult(
          AuthorizationCode.url({
            provider: "sketch",
            address: addressOf({ settings }, "/oauth/authorize"),
            clientId: settings["client_id"] ?? "",
            scopes: SCOPES,
            redirectUri,
            state,
            challenge,
            extra: { access_type: "offline" }
          })
        ),
      issuer: (settings) => ({ id: addressOf({ settings }, ""), isAlwaysNamed: true }),
      finish: (account, answer) => AuthorizationCode.finish(serverOf(account), answer)
    },
    refresh: (account, refreshToken) => AuthorizationServer.refresh(serverOf(account), refreshToken)
  },
  revoke: (account) => {
    const secret = account.secrets["token"] ?? Redacted.make("")
    return Effect.map(
      AuthorizationServer.revoke(serverOf(account), addressOf(account, "/oauth/revoke"), secret),
      (revoked) => ({ revoked })
    )
  }
}

const refreshToken: AccountKind = {
  ...common,
  id: "refresh_token",
  title: "Refresh token",
  fields: [
    ...addresses,
    signInUrl,
    field("client_id", "Client id"),
    field("client_secret", "Client secret", { secret: true }),
    field("refresh_token", "Refresh token", { secret: true }),
    ...more
  ],
  environment: ["client_id", "client_secret", "refresh_token"],
  mint: (account) => {
    const first = account.secrets["refresh_token"]
    return first === undefined
      ? Effect.fail(invalid("sketch", "connect", [{ field: "refresh_token", message: "is required" }]))
      : MintedTokens.make((latest) => AuthorizationServer.refresh(serverOf(account), latest ?? first))
  }
}

const serviceAccount: AccountKind = {
  ...common,
  id: "service_account",
  title: "Service account",
  fields: [
    ...addresses,
    field("key_file", "Key file", { type: "file", secret: true, env: "SKETCH_CREDENTIALS" }),
    ...more
  ],
  environment: ["key_file"],
  mint: ({ secrets }) => {
    const key = ServiceAccount.read("key_file", secrets["key_file"] ?? Redacted.make(""))
    return Result.isFailure(key)
      ? Effect.fail(new ProviderError({ provider: "sketch", operation: "connect", reason: key.failure }))
      : MintedTokens.make(() => ServiceAccount.grant("sketch", key.success, SCOPES))
  }
}

export const accountKinds = [token, signIn, refreshToken, serviceAccount]
