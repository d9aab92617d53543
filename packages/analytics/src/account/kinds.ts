/** The kinds of analytics accounts: sign-in, service account, refresh token and access token. */
import { field, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as MintedTokens from "@inlay/core-http/MintedTokens"
import { invalidReason, withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as ServiceAccount from "@inlay/core-http/ServiceAccount"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { providerError } from "../wire/service.ts"
import { checking } from "./check.ts"
import { addresses, clientId, clientSecret, restrictions, signInAddresses } from "./fields.ts"
import { consentOf, leftToDelete, revokeTokens } from "./revoke.ts"
import { serverOf } from "./server.ts"
import { scopesOf, settingsOf } from "./settings.ts"
import { signIn } from "./sign-in.ts"

/** An account that signs in through the user's browser. */
export const signedIn: AccountKind = {
  id: "sign_in",
  title: "Sign in",
  summary: "in your browser, through your own OAuth client",
  fields: [
    clientId,
    clientSecret,
    ...restrictions,
    ...addresses,
    ...signInAddresses,
    field("token", "Token", "Filled in by the sign-in.", { secret: true, required: true })
  ],
  validate: settingsOf,
  check: checking(),
  signIn,
  consent: consentOf,
  revoke: revokeTokens
}

const keyOf = ({ secrets }: Account) => ServiceAccount.read("key_file", secrets["key_file"] ?? Redacted.make(""))

/**
 * The service has the error code of a rejected key for wrong times in a request, too:
 * https://github.com/googleapis/google-api-php-client/issues/1429
 */
const orWrongClock = (error: ProviderError): ProviderError =>
  /short-lived token/.test(error.reason.what)
    ? withReason(error, {
        _tag: "Unauthorized",
        what: "The service rejected the service account's request, because this machine's clock is wrong.",
        remedy: { to: "changeSetting", of: "this machine: its date and time" }
      })
    : error

/** A service account: a key file, and roles that were granted to its e-mail address. */
export const serviceAccount: AccountKind = {
  id: "service_account",
  title: "Service account",
  summary: "a key file, for servers, without a browser",
  fields: [
    field(
      "key_file",
      "Key file",
      "A service account's key in JSON. Give its e-mail address the role Viewer (Editor for changes) on the properties.",
      { type: "file", secret: true, required: true, env: "GOOGLE_APPLICATION_CREDENTIALS", shared: true }
    ),
    ...restrictions,
    ...addresses
  ],
  environment: ["key_file"],
  validate: (account) => {
    const key = keyOf(account)
    if (Result.isFailure(key)) return Result.fail(providerError("connect", key.failure))
    // Tokens are created later, so the other settings are validated with a placeholder.
    return settingsOf({ ...account, secrets: { ...account.secrets, token: Redacted.make("made-later") } })
  },
  mint: (account) => {
    const key = keyOf(account)
    return Result.isFailure(key)
      ? Effect.fail(providerError("connect", key.failure))
      : MintedTokens.make(() =>
          Effect.mapError(ServiceAccount.grant("analytics", key.success, scopesOf(account.settings)), orWrongClock)
        )
  },
  check: checking((account) => {
    const key = keyOf(account)
    return Result.isSuccess(key) ? key.success.clientEmail : undefined
  }),
  revoke: leftToDelete
}

const noRefreshToken = () =>
  providerError("connect", invalidReason([{ field: "refresh_token", message: "is required" }]))

/** A refresh token from a sign-in elsewhere, for containers and CI. */
export const refreshToken: AccountKind = {
  id: "refresh_token",
  title: "Refresh token",
  summary: "from a sign-in elsewhere, for containers",
  fields: [
    clientId,
    clientSecret,
    field("refresh_token", "Refresh token", "From a sign-in with the same client, with offline access.", {
      secret: true,
      required: true
    }),
    ...restrictions,
    ...addresses,
    ...signInAddresses.filter(({ name }) => name !== "sign_in_url")
  ],
  validate: (account) =>
    account.secrets["refresh_token"] === undefined
      ? Result.fail(noRefreshToken())
      : settingsOf({ ...account, secrets: { ...account.secrets, token: account.secrets["refresh_token"] } }),
  mint: (account) => {
    const first = account.secrets["refresh_token"]
    return first === undefined
      ? Effect.fail(noRefreshToken())
      : MintedTokens.make((latest) => AuthorizationServer.refresh(serverOf(account), latest ?? first))
  },
  check: checking(),
  consent: consentOf,
  revoke: revokeTokens
}

/** An access token that was created elsewhere. It is valid for an hour. */
export const accessToken: AccountKind = {
  id: "token",
  title: "Access token",
  summary: "created elsewhere, for a trial: valid for an hour",
  fields: [
    field(
      "access_token",
      "Access token",
      "Created elsewhere, with an OAuth client of your own: that of a cloud's command line may not read analytics. Valid for an hour.",
      {
        secret: true,
        required: true
      }
    ),
    ...restrictions,
    ...addresses
  ],
  validate: settingsOf,
  check: checking(),
  revoke: () => Effect.succeed({ revoked: false, left: "The token still works until it expires, within the hour." })
}

/** All account kinds. The first one that the environment variables satisfy becomes the account `env`. */
export const accountKinds = [accessToken, signedIn, refreshToken, serviceAccount]
