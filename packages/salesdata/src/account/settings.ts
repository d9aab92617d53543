/** Converts an account's settings to the client's, or says why they are not valid. Pure: sends nothing. */
import { missingKey, type Account } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { MAX_CREDITS, readCredits } from "@inlay/core-http/Credits"
import { defined } from "@inlay/core-http/json-object"
import { ProviderError, invalid, type FieldError, type Reason } from "@inlay/core-http/ProviderError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { make } from "../client/SalesData.ts"
import { defaults, FREE_PATHS, type Settings } from "../client/settings.ts"
import { siteHost } from "../identity/profile-sites.ts"
import { profileSite } from "../vendors.ts"

const refuse = (reason: Reason) =>
  Result.fail(new ProviderError({ provider: "salesdata", operation: "connect", reason }))

/** The longest time to keep an answer, in days. */
const MOST_DAYS = 3_650

/** Returns the client's settings of an account. Fails with all invalid fields at once. */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { name, settings, secrets } = account
  const base = BaseAddress.parse(settings["base_url"] ?? "")
  if (Result.isFailure(base)) return refuse(base.failure)
  const key = secrets["api_key"]
  if (key === undefined) return refuse(missingKey(account, "API key"))
  const problems: Array<FieldError> = []
  const number = (field: string, most = MAX_CREDITS): number | undefined => {
    const text = settings[field]
    const value = text === undefined ? undefined : readCredits(text)
    if (text === undefined || (value !== undefined && value <= most)) return value
    problems.push({ field, message: `must be a number from 0 to ${most.toLocaleString("en-US")}` })
    return undefined
  }
  const days = (field: string, fallback: Duration.Duration): Duration.Duration => {
    const count = number(field, MOST_DAYS)
    return count === undefined ? fallback : Duration.days(count)
  }
  const caps = defined({ run: number("cap_run"), day: number("cap_day") })
  const keyHeader = settings["key_header"] ?? "authorization"
  if (!Credential.isKeyHeader(keyHeader))
    problems.push({ field: "key_header", message: "is not a header that can carry a key" })
  const freePaths = settings["free_paths"]?.split(/[\s,]+/).filter((path) => path !== "") ?? defaults.freePaths
  const [whatPaths, areFreePaths] = FREE_PATHS
  if (!areFreePaths(freePaths)) problems.push({ field: "free_paths", message: `must be ${whatPaths}` })
  const site = settings["profile_site"]
  const result: Settings = {
    baseAddress: base.success,
    credential: Credential.inHeader(keyHeader, key),
    scope: `salesdata/${name}`,
    profileSites: [...(site === undefined ? [] : [siteHost(site)]), profileSite],
    caps,
    prices: {
      person: number("price_person") ?? defaults.prices.person,
      company: number("price_company") ?? defaults.prices.company,
      search: number("price_search") ?? defaults.prices.search
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
  return problems.length > 0 ? Result.fail(invalid("salesdata", "connect", problems)) : Result.succeed(result)
}

/** Creates the client of an account. */
export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), make)
