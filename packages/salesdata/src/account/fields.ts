/** The settings of an account. Pure data; `field-texts.ts` has what people read about them. */
import { rules, type FieldRules } from "@inlay/agent-plugin/Account"
import * as Duration from "effect/Duration"

import { defaults } from "../client/settings.ts"

const number = (name: string, fallback?: number): FieldRules =>
  rules(name, { type: "number", ...(fallback !== undefined && { default: String(fallback) }) })

const basic: ReadonlyArray<FieldRules> = [
  rules("base_url", { type: "url", required: true }),
  rules("api_key", { secret: true, required: true }),
  rules("key_header", { default: "authorization" }),
  // Prefill a cap, because most users would not set one themselves.
  { ...number("cap_day"), proposed: "50" },
  number("cap_run"),
  rules("profile_site")
]

/** Most accounts keep their defaults. */
const advanced: ReadonlyArray<FieldRules> = [
  number("price_person", defaults.prices.person),
  number("price_company", defaults.prices.company),
  number("price_search"),
  rules("credits_field"),
  rules("free_paths", { default: defaults.freePaths.join(" ") }),
  rules("filter_location", { default: defaults.filters.location }),
  rules("filter_company_size", { default: defaults.filters.companySize }),
  number("keep_match_days", Duration.toDays(defaults.keepMatch)),
  number("keep_miss_days", Duration.toDays(defaults.keepMiss))
]

export const fields: ReadonlyArray<FieldRules> = [
  ...basic,
  ...advanced.map((one): FieldRules => ({ ...one, advanced: true }))
]
