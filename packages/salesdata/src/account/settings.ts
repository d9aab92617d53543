/** Converts an account's settings to the client's, or says why they are not valid. Pure: sends nothing. */
import { missingKey, type Account } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import { MAX_CREDITS, readCredits } from "@inlay/core-http/Credits"
import { ProviderError, invalid, type FieldError, type Reason } from "@inlay/core-http/ProviderError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import { make } from "../client/SalesData.ts"
import { defaults, type Settings } from "../client/settings.ts"
import { siteHost } from "../identity/profile-sites.ts"
import { profileSite } from "../vendors.ts"

const refuse = (reason: Reason) =>
  Result.fail(new ProviderError({ provider: "salesdata", operation: "connect", reason }))

/** The longest time to keep an answer, in days. */
const MOST_DAYS = 3_650

/** Reads an account's fields, and adds an error to `problems` for each invalid one. */
const fieldReader = (settings: Account["settings"], problems: Array<FieldError>) => {
  const number = (field: string, most = MAX_CREDITS): number | undefined => {
    const text = settings[field]
    if (text === undefined) return undefined
    const value = readCredits(text)
    if (value !== undefined && value <= most) return value
    problems.push({ field, message: `must be a number from 0 to ${most.toLocaleString("en-US")}` })
    return undefined
  }
  return {
    number,
    days: (field: string, fallback: Duration.Duration): Duration.Duration => {
      const days = number(field, MOST_DAYS)
      return days === undefined ? fallback : Duration.days(days)
    },
    keyHeader: (field: string): string => {
      const header = settings[field] ?? "authorization"
      if (!Credential.isKeyHeader(header)) problems.push({ field, message: "is not a header that can carry a key" })
      return header
    },
    paths: (field: string, fallback: ReadonlyArray<string>): ReadonlyArray<string> => {
      const paths = (settings[field] ?? fallback.join(" ")).split(/[\s,]+/).filter((path) => path !== "")
      if (!paths.every((path) => /^\/[^?#]*$/.test(path))) {
        problems.push({ field, message: "must be paths that start with a slash, without ? or #" })
      }
      return paths.map((path) => path.toLowerCase())
    }
  }
}

/** Returns the client's settings of an account. Fails with all invalid fields at once. */
export const settingsOf = (account: Account): Result.Result<Settings, ProviderError> => {
  const { name, settings, secrets } = account
  const base = BaseAddress.parse(settings["base_url"] ?? "")
  if (Result.isFailure(base)) return refuse(base.failure)
  const key = secrets["api_key"]
  if (key === undefined) return refuse(missingKey(account, "API key"))
  const problems: Array<FieldError> = []
  const read = fieldReader(settings, problems)
  const capRun = read.number("cap_run")
  const capDay = read.number("cap_day")
  const site = settings["profile_site"]
  const result: Settings = {
    baseAddress: base.success,
    credential: Credential.inHeader(read.keyHeader("key_header"), key),
    scope: `salesdata/${name}`,
    profileSites: [...(site === undefined ? [] : [siteHost(site)]), profileSite],
    caps: { ...(capRun !== undefined && { run: capRun }), ...(capDay !== undefined && { day: capDay }) },
    prices: {
      person: read.number("price_person") ?? defaults.prices.person,
      company: read.number("price_company") ?? defaults.prices.company,
      search: read.number("price_search") ?? defaults.prices.search
    },
    filters: {
      location: settings["filter_location"] ?? defaults.filters.location,
      companySize: settings["filter_company_size"] ?? defaults.filters.companySize
    },
    creditsField: settings["credits_field"],
    freePaths: read.paths("free_paths", defaults.freePaths),
    keepMatch: read.days("keep_match_days", defaults.keepMatch),
    keepMiss: read.days("keep_miss_days", defaults.keepMiss),
    concurrency: defaults.concurrency
  }
  return problems.length > 0 ? Result.fail(invalid("salesdata", "connect", problems)) : Result.succeed(result)
}

/** Creates the client of an account. */
export const client = (account: Account) => Effect.flatMap(Effect.fromResult(settingsOf(account)), make)
