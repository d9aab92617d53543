/** How a code host account is connected: by a token, or by signing in. */
import type { AccountKind, Field } from "@inlay/agent-plugin/Account"

import { apiAddress, scopes, webAddress } from "../vendors.ts"
import { check } from "./check.ts"
import { revokeSignedIn, leftToDelete } from "./revoke.ts"
import { settingsOf } from "./settings.ts"
import { deviceSignIn } from "./sign-in.ts"

export { client, settingsOf } from "./settings.ts"

const text = (name: string, label: string, help: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  help,
  type: "text",
  secret: false,
  required: false,
  ...more
})

const baseUrl = text(
  "base_url",
  "Base address",
  "The API's address; an enterprise server's is https://HOST/api/v3. https only, except on this machine.",
  { type: "url", default: apiAddress }
)

const restrictions: ReadonlyArray<Field> = [
  text(
    "repositories",
    "Repositories",
    "The account's steps and calls stay inside these: owner/repo names, with commas or blanks between. Empty: all that the token reaches."
  ),
  text("read_only", "Read-only", "Refuses whatever would change something, before it is sent.", {
    type: "boolean",
    default: "false"
  })
]

const custom: ReadonlyArray<Field> = [
  text("auth_header", "Token header", "The header that carries the token, where a server wants another one.", {
    default: "authorization"
  }),
  text("auth_scheme", "Token scheme", "The word before the token, such as Bearer or token; none: the bare token.", {
    default: "Bearer"
  }),
  text(
    "extra_headers",
    "Further headers",
    'Fixed headers that a server or a gateway before it wants, as a JSON object: {"x-tenant": "acme"}. No secrets.'
  )
]

/** A token that its owner made: fine-grained or classic. */
export const accessToken: AccountKind = {
  id: "token",
  title: "Access token",
  summary: "made in the service's settings",
  fields: [
    baseUrl,
    text(
      "token",
      "Access token",
      `From the service's settings, Developer settings. A classic one with the scopes ${scopes.join(", ")} can do all that the steps do.`,
      { secret: true, required: true }
    ),
    ...restrictions,
    ...custom
  ],
  validate: settingsOf,
  check,
  revoke: leftToDelete
}

/** A sign-in in the user's browser, by the OAuth device flow. */
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
    text("token", "Token", "Filled in by the sign-in.", { secret: true, required: true })
  ],
  validate: settingsOf,
  check,
  signIn: deviceSignIn,
  revoke: revokeSignedIn
}
