/** Ends what an account's secrets allow, as far as the service lets an app do that. */
import type { AccountKind } from "@inlay/agent-plugin/Account"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import * as Effect from "effect/Effect"

import { permissionsPage, serviceAccountsPage } from "../vendors.ts"
import { revocationOf, serverOf } from "./server.ts"

/** By its refresh token where there is one: that ends its access tokens too. */
export const revokeToken =
  (field: "token" | "access_token" | "refresh_token"): NonNullable<AccountKind["revoke"]> =>
  (account) => {
    const { secrets, tokens, settings } = account
    // The newest secret of a sign-in is its refresh token.
    const secret = tokens?.secrets().at(-1) ?? secrets[field]
    const left = `The sign-in could not be ended from here: remove the app at ${permissionsPage}.`
    return secret === undefined
      ? Effect.succeed({ revoked: false, left })
      : Effect.map(AuthorizationServer.revoke(serverOf(account), revocationOf(settings), secret), (revoked) =>
          revoked ? { revoked } : { revoked, left }
        )
  }

/** A key that its owner made is left for the owner to delete: other programs may use it. */
export const leftToDelete: NonNullable<AccountKind["revoke"]> = () =>
  Effect.succeed({
    revoked: false,
    left: `The key still works: delete it at ${serviceAccountsPage} unless something else uses it.`
  })
