/** The service's authorization server, as an account's settings name it. */
import type { Account } from "@inlay/agent-plugin/Account"
import type * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"

import { authorizationAddress, issuer, revocationAddress, tokenAddress, userAgent } from "../vendors.ts"

type Settings = Account["settings"]

/** What the browser opens. */
export const authorizationOf = (settings: Settings): string => settings["sign_in_url"] ?? authorizationAddress

/** Where tokens are ended. */
export const revocationOf = (settings: Settings): string => settings["revoke_url"] ?? revocationAddress

/** The public service's path below its issuer. */
const AUTHORIZATION_PATH = authorizationAddress.slice(issuer.length)

/** Who answers sign-ins: what the address stands below. The service does not promise to name itself. */
export const issuerOf = (settings: Settings) => {
  const address = authorizationOf(settings)
  const isUsual = address.endsWith(AUTHORIZATION_PATH)
  const origin = URL.canParse(address) ? new URL(address).origin : issuer
  return { id: isUsual ? address.slice(0, -AUTHORIZATION_PATH.length) : origin, isAlwaysNamed: false }
}

/** An authorization server, and the app that it knows us as. */
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
