/** The settings of an account. Pure data; `field-texts.ts` has what people read about them. */
import { rules, type FieldRules } from "@inlay/agent-plugin/Account"

import { apiAddress } from "../vendors.ts"

export const baseUrl = rules("base_url", { type: "url", default: apiAddress })

export const restrictions: ReadonlyArray<FieldRules> = [
  rules("repositories"),
  rules("read_only", { type: "boolean", default: "false" })
]

export const pageSite = rules("page_site", { advanced: true })

/** The fields of an account with an access token. */
export const tokenFields: ReadonlyArray<FieldRules> = [
  baseUrl,
  rules("token", { secret: true, required: true }),
  ...restrictions,
  pageSite,
  rules("auth_header", { default: "authorization", advanced: true }),
  rules("auth_scheme", { default: "Bearer", advanced: true }),
  rules("extra_headers", { advanced: true })
]
