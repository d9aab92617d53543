/** The ways to connect a code host account: with an access token, or by signing in. */
import type { AccountKind } from "@inlay/agent-plugin/Account"

import { scopes, webAddress } from "../vendors.ts"
import { check } from "./check.ts"
import { baseUrl, pageSite, restrictions, text, tokenFields } from "./fields.ts"
import { revokeSignedIn, leftToDelete } from "./revoke.ts"
import { settingsOf } from "./settings.ts"
import { deviceSignIn } from "./sign-in.ts"

export { client, settingsOf } from "./settings.ts"

/** An access token that its owner created: fine-grained or classic. */
export const accessToken: AccountKind = {
  id: "token",
  title: "Access token",
  summary: "made in the service's settings",
  fields: tokenFields,
  validate: settingsOf,
  check,
  revoke: leftToDelete
}

/** A sign-in in the user's browser, with the OAuth device flow. */
export const signIn: AccountKind = {
  id: "sign_in",
  title: "Sign in",
  summary: "with a code in your browser, by an OAuth app of your own",
  fields: [
    baseUrl,
    text(
      "sign_in_url",
      "Sign-in address",
      "Where the service's people sign in; an enterprise server's is https://HOST.",
      {
        type: "url",
        default: webAddress
      }
    ),
    text(
      "client_id",
      "Client id",
      "Of an OAuth or GitHub app of yours that has the device flow turned on. It is no secret.",
      {
        required: true
      }
    ),
    text("scopes", "Scopes", "What to ask for. Apps that have permissions in their place ignore it.", {
      default: scopes.join(" ")
    }),
    ...restrictions,
    pageSite,
    text("token", "Token", "Filled in by the sign-in.", { secret: true, required: true })
  ],
  validate: settingsOf,
  check,
  signIn: deviceSignIn,
  revoke: revokeSignedIn
}
