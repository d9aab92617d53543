/** The settings that accounts of every kind have. */
import { field, type Field } from "@inlay/agent-plugin/Account"

import { adminAddress, authorizationAddress, dataAddress, revocationAddress, tokenAddress } from "../vendors.ts"

const address = (name: string, label: string, help: string, standard: string): Field =>
  field(name, label, help, { type: "url", default: standard, advanced: true })

export const addresses: ReadonlyArray<Field> = [
  address("data_base_url", "Data API base URL", "For reports. https only, except on this machine.", dataAddress),
  address("admin_base_url", "Admin API base URL", "For settings. https only, except on this machine.", adminAddress)
]

const tokenUrl = address("token_url", "Token URL", "OAuth token URL.", tokenAddress)

export const signInAddresses: ReadonlyArray<Field> = [
  address("sign_in_url", "Sign-in URL", "The page that the browser opens.", authorizationAddress),
  tokenUrl,
  address("revoke_url", "Revocation URL", "OAuth token revocation URL.", revocationAddress)
]

export const clientId = field(
  "client_id",
  "Client id",
  "Client id of your own OAuth client (type: desktop app) in a project with both APIs enabled. Not secret. While its consent screen is in testing, only its test users can sign in.",
  { required: true }
)

export const clientSecret = field(
  "client_secret",
  "Client secret",
  "Secret of the same client. The service requires it, even for desktop apps.",
  { secret: true, required: true }
)

export const restrictions: ReadonlyArray<Field> = [
  field(
    "properties",
    "Properties",
    "Property ids, separated by commas or blanks. Limits the account to these. Empty: no limit."
  ),
  field("read_only", "Read-only", "Requests read-only access and refuses changes.", {
    type: "boolean",
    default: "false"
  })
]
