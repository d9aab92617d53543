/** The settings of an account, for forms and documentation. Pure data. */
import { field, type Field } from "@inlay/agent-plugin/Account"
import * as Duration from "effect/Duration"

import { defaults } from "../client/settings.ts"

const number = (name: string, label: string, help: string, fallback?: number): Field =>
  field(name, label, help, { type: "number", ...(fallback !== undefined && { default: String(fallback) }) })

const basic: ReadonlyArray<Field> = [
  field(
    "base_url",
    "Base address",
    "The provider's API address, including its path prefix. https only, except on this machine.",
    { type: "url", required: true }
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
  )
]

/** Most accounts keep their defaults. */
const advanced: ReadonlyArray<Field> = [
  number("price_person", "Person price", "The most credits that one person costs.", defaults.prices.person),
  number("price_company", "Company price", "The most credits that one company costs.", defaults.prices.company),
  number(
    "price_search",
    "Search price",
    "The most credits that one search costs. Empty: not known; a cap then refuses searches."
  ),
  field(
    "credits_field",
    "Credits field",
    "Path of the credits charged in the provider's answers, such as credits.charged."
  ),
  field(
    "free_paths",
    "Free paths",
    "Paths that cost nothing to read, such as /account. Under a cap, API Call reads no others.",
    { default: defaults.freePaths.join(" ") }
  ),
  field("filter_location", "Location filter", "Name of the search's location field.", {
    default: defaults.filters.location
  }),
  field("filter_company_size", "Company size filter", "Name of the search's company size field.", {
    default: defaults.filters.companySize
  }),
  number(
    "keep_match_days",
    "Keep matches",
    "Days for which a match is not bought again.",
    Duration.toDays(defaults.keepMatch)
  ),
  number(
    "keep_miss_days",
    "Keep misses",
    "Days for which a miss is not looked up again.",
    Duration.toDays(defaults.keepMiss)
  )
]

export const fields: ReadonlyArray<Field> = [...basic, ...advanced.map((one): Field => ({ ...one, advanced: true }))]
