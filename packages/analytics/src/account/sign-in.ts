/** Signs in to the service in the user's browser with the user's own OAuth client: authorization code with PKCE. */
import type { SignIn } from "@inlay/agent-plugin/SignIn"
import * as AuthorizationCode from "@inlay/core-http/AuthorizationCode"
import * as AuthorizationServer from "@inlay/core-http/AuthorizationServer"
import { invalidReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { offline } from "../vendors.ts"
import { providerError } from "../wire/service.ts"
import { authorizationOf, issuerOf, serverOf } from "./server.ts"
import { scopesOf } from "./settings.ts"

const noClientId = () =>
  providerError(
    "signIn",
    invalidReason([{ field: "client_id", message: "is required: the id of your own OAuth client" }])
  )

/** The sign-in of the account kind `sign_in`. */
export const signIn = {
  browser: {
    url: (settings, { redirectUri, state, challenge }) => {
      const clientId = settings["client_id"]?.trim() ?? ""
      return clientId === ""
        ? Effect.fail(noClientId())
        : Effect.fromResult(
            AuthorizationCode.url({
              provider: "analytics",
              address: authorizationOf(settings),
              clientId,
              scopes: scopesOf(settings),
              redirectUri,
              state,
              challenge,
              extra: offline
            })
          )
    },
    issuer: issuerOf,
    finish: (account, answer) => AuthorizationCode.finish(serverOf(account), answer)
  },
  refresh: (account, refreshToken) => AuthorizationServer.refresh(serverOf(account), refreshToken)
} satisfies SignIn
