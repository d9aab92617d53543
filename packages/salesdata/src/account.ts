/** How a sales data account is connected, and how its settings become a client. */
import type { Account, AccountKind, CheckReport, Field } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { MAX_CREDITS, readCredits } from "@inlay/core-http/Credits"
import { ProviderError, invalid, type FieldError, type Reason } from "@inlay/core-http/ProviderError"
import * as Purse from "@inlay/core-http/Purse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as Client from "./client/SalesData.ts"
import { defaults, type Settings } from "./client/settings.ts"
import { OPERATIONS } from "./client/tariff.ts"
import { profileSite } from "./vendors.ts"

const text = (name: string, label: string, help: string, more: Partial<Field> = {}): Field => ({
  name,
  label,
  help,
  type: "text",
  secret: false,
  required: false,
  ...more
})

const number = (name: string, label: string, help: string, fallback?: number): Field =>
  text(name, label, help, { type: "number", ...(fallback !== undefined && { default: String(fallback) }) })

const fields: ReadonlyArray<Field> = [
  text(
    "base_url",
    "Base address",
    "The provider's API address, its path prefix included. https only, except on this machine.",
    {
      type: "url",
      required: true
    }
  ),
  text("api_key", "API key", "From the provider's account settings, section API Access.", {
    secret: true,
    required: true
  }),
  text("key_header", "Key header", "The header that carries the key. authorization sends it as a Bearer token.", {
    default: "authorization"
  }),
  number("cap_day", "Day cap", "The most credits to spend in a day (UTC). Empty: no cap."),
  number(
    "cap_run",
    "Run cap",
    "The most credits to spend in one run of a command or one browser session. Empty: no cap."
  ),
  text(
    "profile_site",
    "Profile site",
    "Host of the professional network whose profiles you visit, besides the built-in one."
  ),
  number("price_person", "Person price", "The most credits that one person costs.", defaults.prices.person),
  number("price_company", "Company price", "The most credits that one company costs.", defaults.prices.company),
  number(
    "price_search",
    "Search price",
    "The most credits that one search costs. Empty: not known; a cap then refuses searches."
  ),
  text(
    "credits_field",
    "Credits field",
    "Path of the credits charged in the provider's answers, such as credits.charged."
  ),
  text(
    "free_paths",
    "Free paths",
    "Paths that cost nothing to read, such as /account. Under a cap, API Call reads no others.",
    { default: defaults.freePaths.join(" ") }
  ),
  text("filter_location", "Location filter", "Name of the search's location field.", {
    default: defaults.filters.location
  }),
  text("filter_company_size", "Company size filter", "Name of the search's company size field.", {
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
    "Days for which a miss is not asked again.",
    Duration.toDays(defaults.keepMiss)
  )
]

/** A host as typed, an address included. */
const hostOf = (site: string): string => {
  const address = site.includes("://") ? site : `https://${site}`
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, "") : site
}

const refuse = (reason: Reason) => new ProviderError({ provider: "salesdata", operation: "connect", reason })

/** No answer is worth keeping for longer. */
const MOST_DAYS = 3_650

/** An account's settings, or why they cannot work. Nothing is sent. */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { settings, secrets } = account
  const base = BaseAddress.parse(settings["base_url"] ?? "")
  if (Result.isFailure(base)) return Result.fail(refuse(base.failure))
  const key = secrets["api_key"]
  if (key === undefined) {
    return Result.fail(
      refuse({
        _tag: "Unauthorized",
        what: `The account ${account.name} has no API key.`,
        fix: "Set INLAY_SALESDATA_API_KEY, or enter the key in the account's settings. Nothing was sent."
      })
    )
  }
  const wrong: Array<FieldError> = []
  const numberOf = (field: string, most = MAX_CREDITS): number | undefined => {
    const given = settings[field]
    if (given === undefined) return undefined
    const value = readCredits(given)
    if (value !== undefined && value <= most) return value
    wrong.push({ field, message: `must be a number from 0 to ${most.toLocaleString("en-US")}` })
    return undefined
  }
  const header = settings["key_header"] ?? "authorization"
  if (
    !/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(header) ||
    /^(host|cookie|content-.*|connection|transfer-encoding|accept)$/i.test(header)
  ) {
    wrong.push({ field: "key_header", message: "is not a header that can carry a key" })
  }
  const freePaths = (settings["free_paths"] ?? defaults.freePaths.join(" "))
    .split(/[\s,]+/)
    .filter((path) => path !== "")
  if (!freePaths.every((path) => /^\/[^?#]*$/.test(path))) {
    wrong.push({ field: "free_paths", message: "must be paths that start with a slash, without ? or #" })
  }
  const capRun = numberOf("cap_run")
  const capDay = numberOf("cap_day")
  const days = (field: string, fallback: Duration.Duration) => {
    const given = numberOf(field, MOST_DAYS)
    return given === undefined ? fallback : Duration.days(given)
  }
  const made: Settings = {
    baseAddress: base.success,
    credential: Credential.inHeader(header, key),
    scope: `salesdata/${account.name}`,
    profileSites: [...(settings["profile_site"] === undefined ? [] : [hostOf(settings["profile_site"])]), profileSite],
    caps: { ...(capRun !== undefined && { run: capRun }), ...(capDay !== undefined && { day: capDay }) },
    prices: {
      person: numberOf("price_person") ?? defaults.prices.person,
      company: numberOf("price_company") ?? defaults.prices.company,
      search: numberOf("price_search") ?? defaults.prices.search
    },
    filters: {
      location: settings["filter_location"] ?? defaults.filters.location,
      companySize: settings["filter_company_size"] ?? defaults.filters.companySize
    },
    creditsField: settings["credits_field"],
    freePaths: freePaths.map((path) => path.toLowerCase()),
    keepMatch: days("keep_match_days", defaults.keepMatch),
    keepMiss: days("keep_miss_days", defaults.keepMiss),
    concurrency: defaults.concurrency
  }
  return wrong.length > 0 ? Result.fail(invalid("salesdata", "connect", wrong)) : Result.succeed(made)
}

export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), Client.make)

const check: AccountKind["check"] = Effect.fnUntraced(function* (account) {
  const made = yield* client(account)
  const problem = yield* made.check({}).pipe(
    Effect.as(undefined),
    Effect.catch((error) => Effect.succeed({ what: error.reason.what, fix: error.reason.fix }))
  )
  const rate = made.rateLimit()
  const limits = [
    ...(rate === undefined
      ? []
      : [
          { label: "Rate limit", value: `${rate.remaining}${rate.limit === undefined ? "" : ` of ${rate.limit}`} left` }
        ]),
    ...(account.settings["cap_day"] === undefined
      ? []
      : [{ label: "Day cap", value: `${account.settings["cap_day"]} credits` }]),
    ...(account.settings["cap_run"] === undefined
      ? []
      : [{ label: "Run cap", value: `${account.settings["cap_run"]} credits` }])
  ]
  const report: CheckReport = {
    ok: problem === undefined,
    scopes: [],
    limits,
    problems: problem === undefined ? [] : [problem]
  }
  return report
})

const spending: AccountKind["spending"] = Effect.fnUntraced(function* (account) {
  const { baseAddress, credential, prices } = yield* Effect.fromResult(settingsOf(account))
  return {
    purse: yield* Purse.of(credential, baseAddress),
    prices: {
      [OPERATIONS.person]: { credits: prices.person, field: "price_person" },
      [OPERATIONS.company]: { credits: prices.company, field: "price_company" },
      [OPERATIONS.search]: { credits: prices.search, field: "price_search" }
    }
  }
})

export const apiKey: AccountKind = { id: "api_key", title: "API key", fields, check, spending }
