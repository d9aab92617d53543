/** The input of a company lookup: at least one identifier. Several together improve the match. */
import * as Schema from "effect/Schema"

import { companyIdentifiers } from "../identity/normal-form.ts"
import { optionalText } from "./names.ts"

/** A company, by one or more identifiers. */
export const CompanyLookup = Schema.Struct({
  domain: optionalText(companyIdentifiers.domain),
  /** Company profile URL on the professional network. */
  profilenet_url: optionalText(companyIdentifiers.profilenet_url),
  /** Spaces are allowed. */
  abn: optionalText(companyIdentifiers.abn, "Australian Business Number, 11 digits"),
  website: optionalText(companyIdentifiers.website)
})
/** A company, by one or more identifiers. */
export type CompanyLookup = typeof CompanyLookup.Type
