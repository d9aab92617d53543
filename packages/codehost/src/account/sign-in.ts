/** Signs in to the service with OAuth's device flow. The service responds with status 200 even to errors. */
import type { SignIn } from "@inlay/agent-plugin/SignIn"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as DeviceFlow from "@inlay/core-http/DeviceFlow"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { deviceFlow, scopes as allScopes, userAgent, webAddress } from "../vendors.ts"
import { providerError } from "../wire/service.ts"

const NO_CLIENT: Reason = {
  _tag: "Invalid",
  what: "The service does not know this client id.",
  remedy: { to: "checkApp" },
  fields: [{ field: "client_id", message: "is not known to the service" }]
}

const TOO_LATE: Reason = {
  _tag: "Unauthorized",
  what: "The code expired before it was entered.",
  remedy: { to: "signInAgain" }
}

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps#error-codes-for-the-device-flow */
const ERRORS: AuthorizationServer.Server["errors"] = {
  token_expired: TOO_LATE,
  incorrect_device_code: {
    _tag: "Unauthorized",
    what: "The service no longer knows this sign-in.",
    remedy: { to: "signInAgain" }
  },
  bad_refresh_token: {
    _tag: "Unauthorized",
    what: "The sign-in has expired or was revoked.",
    remedy: { to: "signInAgain" }
  },
  // https://docs.github.com/en/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
  unverified_user_email: {
    _tag: "Forbidden",
    what: "The user has not verified a primary e-mail address.",
    remedy: { to: "changeSetting", of: "the user's account" },
    needs: "a verified e-mail address"
  },
  incorrect_client_credentials: NO_CLIENT,
  unauthorized_client: NO_CLIENT,
  invalid_client: NO_CLIENT,
  device_flow_disabled: {
    _tag: "Invalid",
    what: "The app's device flow is turned off.",
    remedy: { to: "checkApp", turnOn: true },
    fields: [{ field: "client_id", message: "belongs to an app without the device flow" }]
  }
}

type Settings = Readonly<Record<string, string>>

const addressOf = (settings: Settings, path: string): string =>
  `${(settings["sign_in_url"] ?? webAddress).trim().replace(/\/+$/, "")}${path}`

const serverOf = (settings: Settings): AuthorizationServer.Server => ({
  provider: "codehost",
  tokens: addressOf(settings, deviceFlow.tokens),
  clientId: settings["client_id"]?.trim() ?? "",
  userAgent,
  errors: ERRORS
})

const NO_CLIENT_ID: Reason = {
  _tag: "Invalid",
  what: "There is no client id to sign in with. Give that of an app with the device flow turned on.",
  remedy: { to: "correctInput" },
  nothing: "sent",
  fields: [{ field: "client_id", message: "is missing" }]
}

/** The sign-in of the account kind `sign_in`. It works for OAuth apps and for apps whose tokens expire. */
export const deviceSignIn = {
  device: (settings) => {
    const server = serverOf(settings)
    return server.clientId === ""
      ? Effect.fail(providerError("signIn", NO_CLIENT_ID))
      : DeviceFlow.start(
          server,
          addressOf(settings, deviceFlow.codes),
          (settings["scopes"] ?? allScopes.join(" ")).split(/[\s,]+/)
        )
  },
  refresh: ({ settings }, refreshToken) => AuthorizationServer.refresh(serverOf(settings), refreshToken)
} satisfies SignIn
