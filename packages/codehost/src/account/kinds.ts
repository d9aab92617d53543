/** The ways to connect a code host account: with an access token, or by signing in. */
import { field, withTexts, type AccountKind } from "@inlay/agent-plugin/Account"

import { scopes, webAddress } from "../vendors.ts"
import { check, checkSignIn } from "./check.ts"
import { fieldTexts } from "./field-texts.ts"
import { baseUrl, pageSite, restrictions, tokenFields } from "./fields.ts"
import { revokeSignedIn, leftToDelete } from "./revoke.ts"
import { settingsOf } from "./settings.ts"
import { deviceSignIn } from "./sign-in.ts"

/** An access token that its owner created: fine-grained or classic. */
export const accessToken: AccountKind = {
  id: "token",
  title: "Access token",
  summary: "created in the service's settings",
  fields: withTexts(tokenFields, fieldTexts),
  validate: settingsOf,
  check,
  revoke: leftToDelete
}

/** A sign-in in the user's browser, with the OAuth device flow. */
export const signIn: AccountKind = {
  id: "sign_in",
  title: "Sign in",
  summary: "with a code in your browser, through your own OAuth app",
  fields: [
    ...withTexts([baseUrl], fieldTexts),
    field(
      "sign_in_url",
      "Sign-in URL",
      "Where users sign in. Enterprise server: https://HOST. On ghe.com: https://NAME.ghe.com.",
      {
        type: "url",
        default: webAddress
      }
    ),
    field(
      "client_id",
      "Client id",
      "Client id of your own OAuth or GitHub app with the device flow turned on. Not secret.",
      {
        required: true
      }
    ),
    field("scopes", "Scopes", "The scopes to request. Apps that use permissions instead ignore them.", {
      default: scopes.join(" ")
    }),
    ...withTexts([...restrictions, pageSite], fieldTexts),
    field("token", "Token", "Filled in by the sign-in.", { secret: true, required: true })
  ],
  validate: settingsOf,
  check: checkSignIn,
  signIn: deviceSignIn,
  revoke: revokeSignedIn
}
