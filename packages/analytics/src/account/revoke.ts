/** Revokes an account's secrets as far as the service permits this. */
import { secretsOf, type AccountKind } from "@inlay/agent-plugin/Account"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as Effect from "effect/Effect"

import { permissionsPage, serviceAccountsPage } from "../vendors.ts"
import { revocationOf, serverOf } from "./server.ts"

/** Revokes every known token. Revoking one usually revokes all related ones, and revoking a token twice is harmless. */
export const revokeTokens: NonNullable<AccountKind["revoke"]> = (account) => {
  const { client_secret: _, ...secrets } = account.secrets
  const all = secretsOf({ ...account, secrets })
  return Effect.map(
    Effect.forEach(all, (secret) =>
      AuthorizationServer.revoke(serverOf(account), revocationOf(account.settings), secret)
    ),
    (outcomes) =>
      outcomes.length > 0 && outcomes.every(Boolean)
        ? { revoked: true }
        : { revoked: false, left: `The sign-in could not be revoked from here: remove the app at ${permissionsPage}.` }
  )
}

/**
 * Revocation ends the user's whole consent to the OAuth client:
 * https://developers.google.com/identity/protocols/oauth2/native-app#tokenrevoke
 */
export const consentOf: NonNullable<AccountKind["consent"]> = (account) => {
  const { tokens, clientId } = serverOf(account)
  return `${tokens} ${clientId}`
}

/** A service account's key is left for its owner to delete, because other programs may use it. */
export const leftToDelete: NonNullable<AccountKind["revoke"]> = () =>
  Effect.succeed({
    revoked: false,
    left: `The key still works: delete it at ${serviceAccountsPage} unless something else uses it.`
  })
