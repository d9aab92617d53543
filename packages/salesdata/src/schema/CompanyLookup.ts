/** Identifies the company to look up, by one identifier or more; several together improve the match. */
import * as Schema from "effect/Schema"

import { companyIdentifiers } from "../identity/normal-form.ts"
import { optionalText } from "./names.ts"

/** Which company: one identifier or more. */
export const CompanyLookup = Schema.Struct({
  domain: optionalText(companyIdentifiers.domain),
  /** Company profile URL on the professional network. */
  profilenet_url: optionalText(companyIdentifiers.profilenet_url),
  /** Spaces are allowed. */
  abn: optionalText(companyIdentifiers.abn, "Australian Business Number, 11 digits"),
  website: optionalText(companyIdentifiers.website)
})
/** Which company: one identifier or more. */
export type CompanyLookup = typeof CompanyLookup.Type
