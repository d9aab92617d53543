/** The settings that accounts of every kind have. */
import type { Field } from "@inlay/agent-plugin/Account"

import { adminAddress, authorizationAddress, dataAddress, revocationAddress, tokenAddress } from "../vendors.ts"

export const text = (name: string, label: string, help: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  help,
  type: "text",
  secret: false,
  required: false,
  ...more
})

const address = (name: string, label: string, help: string, standard: string): Field =>
  text(name, label, help, { type: "url", default: standard, advanced: true })

export const addresses: ReadonlyArray<Field> = [
  address(
    "data_base_url",
    "Address of reports",
    "The Data API's address. https only, except on this machine.",
    dataAddress
  ),
  address(
    "admin_base_url",
    "Address of settings",
    "The Admin API's address. https only, except on this machine.",
    adminAddress
  )
]

const tokenUrl = address("token_url", "Token address", "Where the sign-in gives tokens.", tokenAddress)

export const signInAddresses: ReadonlyArray<Field> = [
  address("sign_in_url", "Sign-in address", "What the browser opens.", authorizationAddress),
  tokenUrl,
  address("revoke_url", "Address that ends a sign-in", "Where tokens are taken back.", revocationAddress)
]

export const clientId = text(
  "client_id",
  "Client id",
  "Of an OAuth client of yours, of the type desktop app, in a project that has both APIs turned on. It is no secret.",
  { required: true }
)

export const clientSecret = text(
  "client_secret",
  "Client secret",
  "Of the same client; the service wants it although every copy of an app has it.",
  { secret: true, required: true }
)

export const restrictions: ReadonlyArray<Field> = [
  text(
    "properties",
    "Properties",
    "The account's steps and calls stay inside these: property ids with commas or blanks between. Empty: all that it reaches."
  ),
  text("read_only", "Read-only", "Asks for no right to change anything, and refuses to.", {
    type: "boolean",
    default: "false"
  })
]
