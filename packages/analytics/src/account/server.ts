/** The service's authorization server, according to an account's settings. */
import type { Account } from "@inlay/agent-plugin/Account"
import type * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"

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

/** The authorization server and the OAuth client that the account uses. */
export const serverOf = ({ settings, secrets }: Pick<Account, "settings" | "secrets">): AuthorizationServer.Server => {
  const clientSecret = secrets["client_secret"]
  return {
    provider: "analytics",
    tokens: settings["token_url"] ?? tokenAddress,
    clientId: settings["client_id"]?.trim() ?? "",
    userAgent,
    ...(clientSecret !== undefined && { clientSecret })
  }
}
