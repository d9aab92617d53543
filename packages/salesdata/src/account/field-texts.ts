/** What forms and the documentation say about the settings of an account, by field. Pure data: pages import it, too. */
import type { FieldTexts } from "@inlay/agent-plugin/Account"

/** By the field's name. */
export const fieldTexts: FieldTexts = {
  base_url: {
    label: "Base address",
    help: "The provider's API address, including its path prefix. https only, except on this machine."
  },
  api_key: { label: "API key", help: "From the provider's account settings, section API Access." },
  key_header: {
    label: "Key header",
    help: "The header that carries the key. authorization sends it as a Bearer token."
  },
  cap_day: { label: "Day cap", help: "The most credits to spend in a day (UTC). Empty: no cap." },
  cap_run: {
    label: "Run cap",
    help: "The most credits to spend in one run of a command or one browser session. Empty: no cap."
  },
  profile_site: {
    label: "Profile site",
    help: "Host of the professional network whose profiles you visit, besides the built-in one."
  },
  price_person: { label: "Person price", help: "The most credits that one person costs." },
  price_company: { label: "Company price", help: "The most credits that one company costs." },
  price_search: {
    label: "Search price",
    help: "The most credits that one search costs. Empty: not known; a cap then refuses searches."
  },
  credits_field: {
    label: "Credits field",
    help: "Path of the credits charged in the provider's answers, such as credits.charged."
  },
  free_paths: {
    label: "Free paths",
    help: "Paths that cost nothing to read, such as /account. Under a cap, API Call reads no others."
  },
  filter_location: { label: "Location filter", help: "Name of the search's location field." },
  filter_company_size: { label: "Company size filter", help: "Name of the search's company size field." },
  keep_match_days: { label: "Keep matches", help: "Days for which a match is not bought again." },
  keep_miss_days: { label: "Keep misses", help: "Days for which a miss is not looked up again." }
}
