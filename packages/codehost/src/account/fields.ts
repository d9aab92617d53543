/** The setting fields of an account, as forms and the documentation show them. Pure data. */
import { field, type Field } from "@inlay/agent-plugin/Account"

import { apiAddress, scopes } from "../vendors.ts"

export const baseUrl = field(
  "base_url",
  "Base address",
  "The API's address. Enterprise server: https://HOST/api/v3. On ghe.com: https://api.NAME.ghe.com. https only, except on this machine.",
  { type: "url", default: apiAddress }
)

export const restrictions: ReadonlyArray<Field> = [
  field(
    "repositories",
    "Repositories",
    "owner/repo names, separated by commas or blanks. Limits the account to these. Empty: no limit."
  ),
  field("read_only", "Read-only", "Refuses every change before it is sent.", {
    type: "boolean",
    default: "false"
  })
]

export const pageSite = field(
  "page_site",
  "Website",
  "Where people view its repositories, such as code.acme.example, if not on the base address's host.",
  { advanced: true }
)

const custom: ReadonlyArray<Field> = [
  field("auth_header", "Token header", "The header that carries the token, if the server expects a different one.", {
    default: "authorization",
    advanced: true
  }),
  field("auth_scheme", "Token scheme", "The word before the token, such as Bearer or token. none: only the token.", {
    default: "Bearer",
    advanced: true
  }),
  field(
    "extra_headers",
    "Extra headers",
    'Headers that the server or its gateway expects on every request, as a JSON object: {"x-tenant": "acme"}. No secrets.',
    { advanced: true }
  )
]

/** The fields of an account with an access token. */
export const tokenFields: ReadonlyArray<Field> = [
  baseUrl,
  field(
    "token",
    "Access token",
    `Created in the service's settings, under Developer settings. A classic token with the scopes ${scopes.join(", ")} covers all steps.`,
    { secret: true, required: true }
  ),
  ...restrictions,
  pageSite,
  ...custom
]
