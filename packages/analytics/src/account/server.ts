/** The service's authorization server, according to an account's settings. */
import type { Account } from "@inlay/agent-plugin/Account"
import type * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import type { Reason } from "@inlay/core-http/ProviderError"

import { authorizationAddress, issuer, revocationAddress, tokenAddress, userAgent } from "../vendors.ts"

type Settings = Account["settings"]

/** The URL that the browser opens. */
export const authorizationOf = (settings: Settings): string => settings["sign_in_url"] ?? authorizationAddress

/** The URL at which tokens are revoked. */
export const revocationOf = (settings: Settings): string => settings["revoke_url"] ?? revocationAddress

/** The path of the public authorization URL below its issuer. */
const AUTHORIZATION_PATH = authorizationAddress.slice(issuer.length)

/**
 * The issuer of sign-ins, derived from the authorization URL. The service does not guarantee that its responses contain
 * `iss`.
 */
export const issuerOf = (settings: Settings) => {
  const address = authorizationOf(settings)
  const isUsual = address.endsWith(AUTHORIZATION_PATH)
  const origin = URL.canParse(address) ? new URL(address).origin : issuer
  return { id: isUsual ? address.slice(0, -AUTHORIZATION_PATH.length) : origin, isAlwaysNamed: false }
}

const gone = (state: string): Reason => ({
  _tag: "Invalid",
  what: `The OAuth client of this client id was ${state} at the service.`,
  remedy: { to: "changeSetting", of: "the client's project: enable the client, or make another" },
  fields: [{ field: "client_id", message: `is of a client that was ${state}` }]
})

/**
 * Error codes of the service's own, and one that it uses in place of `invalid_grant`:
 * https://developers.google.com/identity/protocols/oauth2#expiration,
 * https://github.com/openpubkey/opkssh/issues/617, https://github.com/prasmussen/gdrive/issues/375
 */
const ERRORS: AuthorizationServer.Server["errors"] = {
  admin_policy_enforced: {
    _tag: "Forbidden",
    what: "The administrator of the user's organization has restricted what OAuth clients may access.",
    remedy: { to: "ask", whom: "administrator", needs: "access to analytics for the OAuth client" }
  },
  deleted_client: gone("deleted"),
  disabled_client: gone("disabled"),
  unauthorized_client: {
    _tag: "Invalid",
    what: "The service issued the refresh token to another OAuth client than that of this client id.",
    remedy: { to: "checkApp" },
    fields: [{ field: "client_id", message: "is not of the client that the refresh token was issued to" }]
  }
}

/** The authorization server and the OAuth client that the account uses. */
export const serverOf = ({ settings, secrets }: Pick<Account, "settings" | "secrets">): AuthorizationServer.Server => {
  const clientSecret = secrets["client_secret"]
  return {
    provider: "analytics",
    tokens: settings["token_url"] ?? tokenAddress,
    clientId: settings["client_id"]?.trim() ?? "",
    userAgent,
    errors: ERRORS,
    ...(clientSecret !== undefined && { clientSecret })
  }
}
