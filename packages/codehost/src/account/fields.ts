/** The setting fields of an account, as forms and the documentation show them. Pure data. */
import type { Field } from "@inlay/agent-plugin/Account"

import { apiAddress, scopes } from "../vendors.ts"

export const text = (name: string, label: string, help: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  help,
  type: "text",
  secret: false,
  required: false,
  ...more
})

export const baseUrl = text(
  "base_url",
  "Base address",
  "The API's address; an enterprise server's is https://HOST/api/v3. https only, except on this machine.",
  { type: "url", default: apiAddress }
)

export const restrictions: ReadonlyArray<Field> = [
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

export const pageSite = text(
  "page_site",
  "Site of its pages",
  "Where people see its repositories, such as code.acme.example, if that is not the base address's own host.",
  { advanced: true }
)

const custom: ReadonlyArray<Field> = [
  text("auth_header", "Token header", "The header that carries the token, where a server wants another one.", {
    default: "authorization",
    advanced: true
  }),
  text("auth_scheme", "Token scheme", "The word before the token, such as Bearer or token; none: the bare token.", {
    default: "Bearer",
    advanced: true
  }),
  text(
    "extra_headers",
    "Further headers",
    'Fixed headers that a server or a gateway before it wants, as a JSON object: {"x-tenant": "acme"}. No secrets.',
    { advanced: true }
  )
]

/** The fields of an account with an access token. */
export const tokenFields: ReadonlyArray<Field> = [
  baseUrl,
  text(
    "token",
    "Access token",
    `From the service's settings, Developer settings. A classic one with the scopes ${scopes.join(", ")} can do all that the steps do.`,
    { secret: true, required: true }
  ),
  ...restrictions,
  pageSite,
  ...custom
]
