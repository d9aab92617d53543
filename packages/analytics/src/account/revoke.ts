/** Ends what an account's secrets allow, as far as the service lets an app do that. */
import { secretsOf, type AccountKind } from "@inlay/agent-plugin/Account"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as Effect from "effect/Effect"

import { permissionsPage, serviceAccountsPage } from "../vendors.ts"
import { revocationOf, serverOf } from "./server.ts"

/** Every token that is known: ending one ends what belongs to it, as a rule, and to end it again does no harm. */
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
        : { revoked: false, left: `The sign-in could not be ended from here: remove the app at ${permissionsPage}.` }
  )
}

/** A key that its owner made is left for the owner to delete: other programs may use it. */
export const leftToDelete: NonNullable<AccountKind["revoke"]> = () =>
  Effect.succeed({
    revoked: false,
    left: `The key still works: delete it at ${serviceAccountsPage} unless something else uses it.`
  })
