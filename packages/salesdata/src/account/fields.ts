/** The settings of an account, for forms and documentation. Pure data. */
import { field, type Field } from "@inlay/agent-plugin/Account"
import * as Duration from "effect/Duration"

import { defaults } from "../client/settings.ts"

const number = (name: string, label: string, help: string, fallback?: number): Field =>
  field(name, label, help, { type: "number", ...(fallback !== undefined && { default: String(fallback) }) })

const advancedField = (one: Field): Field => ({ ...one, advanced: true })

export const fields: ReadonlyArray<Field> = [
  field(
    "base_url",
    "Base address",
    "The provider's API address, including its path prefix. https only, except on this machine.",
    {
      type: "url",
      required: true
    }
  ),
  field("api_key", "API key", "From the provider's account settings, section API Access.", {
    secret: true,
    required: true
  }),
  field("key_header", "Key header", "The header that carries the key. authorization sends it as a Bearer token.", {
    default: "authorization"
  }),
  {
    ...number("cap_day", "Day cap", "The most credits to spend in a day (UTC). Empty: no cap."),
    // Prefill a cap, because most users would not set one themselves.
    proposed: "50"
  },
  number(
    "cap_run",
    "Run cap",
    "The most credits to spend in one run of a command or one browser session. Empty: no cap."
  ),
  field(
    "profile_site",
    "Profile site",
    "Host of the professional network whose profiles you visit, besides the built-in one."
  ),
  advancedField(
    number("price_person", "Person price", "The most credits that one person costs.", defaults.prices.person)
  ),
  advancedField(
    number("price_company", "Company price", "The most credits that one company costs.", defaults.prices.company)
  ),
  advancedField(
    number(
      "price_search",
      "Search price",
      "The most credits that one search costs. Empty: not known; a cap then refuses searches."
    )
  ),
  advancedField(
    field(
      "credits_field",
      "Credits field",
      "Path of the credits charged in the provider's answers, such as credits.charged."
    )
  ),
  advancedField(
    field(
      "free_paths",
      "Free paths",
      "Paths that cost nothing to read, such as /account. Under a cap, API Call reads no others.",
      { default: defaults.freePaths.join(" ") }
    )
  ),
  advancedField(
    field("filter_location", "Location filter", "Name of the search's location field.", {
      default: defaults.filters.location
    })
  ),
  advancedField(
    field("filter_company_size", "Company size filter", "Name of the search's company size field.", {
      default: defaults.filters.companySize
    })
  ),
  advancedField(
    number(
      "keep_match_days",
      "Keep matches",
      "Days for which a match is not bought again.",
      Duration.toDays(defaults.keepMatch)
    )
  ),
  advancedField(
    number(
      "keep_miss_days",
      "Keep misses",
      "Days for which a miss is not looked up again.",
      Duration.toDays(defaults.keepMiss)
    )
  )
]
