/** The service's authorization server, as an account's settings name it. */
import type { Account } from "@inlay/agent-plugin/Account"
import type * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"

import { authorizationAddress, issuer, revocationAddress, tokenAddress, userAgent } from "../vendors.ts"

type Settings = Account["settings"]

/** What the browser opens. */
export const authorizationOf = (settings: Settings): string => settings["sign_in_url"] ?? authorizationAddress

/** Where tokens are ended. */
export const revocationOf = (settings: Settings): string => settings["revoke_url"] ?? revocationAddress

/** Who answers sign-ins: another server than the public one names itself by its origin, if at all. */
export const issuerOf = (settings: Settings) => {
  const address = authorizationOf(settings)
  const isPublic = address === authorizationAddress
  return { id: isPublic || !URL.canParse(address) ? issuer : new URL(address).origin, isAlwaysNamed: false }
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
