/** Checks an account by listing the properties that it can access. The check is free and uses no report quota. */
import {
  problemOf,
  scopesOf as grantedScopesOf,
  type Account,
  type AccountKind,
  type CheckReport,
  type Problem
} from "@inlay/agent-plugin/Account"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import { make } from "../client/Analytics.ts"
import type { Settings } from "../client/settings.ts"
import type { PropertySummary } from "../schema/AccountSummary.ts"
import { propertyName } from "../schema/names.ts"
import { scopes } from "../vendors.ts"
import { ofProperty } from "../wire/endpoint.ts"
import { ROLES } from "../wire/reasons/rights.ts"
import { settingsOf } from "./settings.ts"

const NOTHING: Problem = {
  what: "The account has access to no property.",
  remedy: { to: "ask", whom: "administrator", needs: ROLES.read }
}

const missing = (property: string): Problem => ({
  what: `The account is limited to ${property}, but cannot access it.`,
  remedy: { to: "ask", whom: "administrator", needs: ROLES.read }
})

/** The most properties that a note names. */
const MOST_NAMED = 3

const countOf = (properties: number, accounts: number): string =>
  `${properties} in ${accounts} ${accounts === 1 ? "account" : "accounts"}`

/** A note, not a problem: an account without the role for changes may be intended for reports only. */
const readsOnly = (names: ReadonlyArray<string>, of: number): string => {
  const which = names.length === of ? "its properties" : names.slice(0, MOST_NAMED).join(", ")
  const more = names.length === of || names.length <= MOST_NAMED ? "" : ` and ${names.length - MOST_NAMED} more`
  return `The account can only read ${which}${more}: changes need ${ROLES.edit}.`
}

/** https://developers.google.com/identity/protocols/oauth2#expiration */
const TESTING =
  "If the OAuth client's consent screen is still in testing, sign-ins expire after 7 days: publish the app, or make it internal."

const TESTING_DAYS = 7
const DAY_MILLIS = 86_400_000

/**
 * For accounts that use a refresh token. An app in testing loses its sign-ins after a week, so an older sign-in that
 * still works does not belong to one.
 */
const testingNote = ({ kind, connectedMillis }: Account, nowMillis: number): ReadonlyArray<string> => {
  if (kind !== "sign_in" && kind !== "refresh_token") return []
  const days = connectedMillis === undefined ? 0 : (nowMillis - connectedMillis) / DAY_MILLIS
  return days > TESTING_DAYS ? [] : [TESTING]
}

const problemsOf = (
  summaries: ReadonlyArray<PropertySummary>,
  { properties = [] }: Settings
): ReadonlyArray<Problem> => {
  const names = new Set(summaries.map(({ property }) => property))
  const absent = properties.map(propertyName).filter((name) => !names.has(name))
  return [...(summaries.length === 0 && properties.length === 0 ? [NOTHING] : []), ...absent.map(missing)]
}

const readOnlyNote = (
  summaries: ReadonlyArray<PropertySummary>,
  { readOnly = false }: Settings
): ReadonlyArray<string> => {
  const names = summaries.flatMap(({ property, canEdit }) => (canEdit === true ? [] : [property]))
  return readOnly || names.length === 0 ? [] : [readsOnly(names, summaries.length)]
}

/** A person can grant some of the requested scopes only. */
const changesNote = (grantedScopes: ReadonlyArray<string>, { readOnly = false }: Settings): ReadonlyArray<string> =>
  readOnly || grantedScopes.length === 0 || grantedScopes.includes(scopes.edit)
    ? []
    : [
        `The sign-in does not allow changes: it lacks the scope ${scopes.edit}. Sign in again and allow it, or make the account read-only.`
      ]

/** Failures which show that the Data API cannot be used. Other failures are responses about the property. */
const UNUSABLE: ReadonlySet<string> = new Set(["Transport", "Timeout", "Decode"])

/**
 * Checks whether the Data API can be used at all. No property has the number 0: the service returns the metadata that
 * all properties share, or refuses the request. Neither uses the quota of a property.
 * https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/getMetadata
 */
const reportsProblem = Effect.fnUntraced(function* (settings: Settings) {
  const { call } = yield* make({ ...settings, properties: [] })
  const request = { operation: "check", api: "data", method: "GET", endpoint: ofProperty("0", "/metadata") } as const
  return yield* call(request).pipe(
    Effect.as<ReadonlyArray<Problem>>([]),
    Effect.catch((error) => {
      const { _tag, remedy } = error.reason
      const isUnusable = remedy?.to === "changeSetting" || remedy?.to === "signInAgain" || UNUSABLE.has(_tag)
      return Effect.succeed(isUnusable ? [problemOf(error)] : [])
    })
  )
})

const inspect = Effect.fnUntraced(function* (account: Account, settings: Settings, identity: string | undefined) {
  const { accounts: list } = yield* make(settings)
  const [accounts, ofReports] = yield* Effect.all([Stream.runCollect(list.list({}).items), reportsProblem(settings)], {
    concurrency: 2
  })
  const summaries = accounts.flatMap(({ propertySummaries }) => propertySummaries ?? [])
  const problems = [...problemsOf(summaries, settings), ...ofReports]
  const grantedScopes = grantedScopesOf(account)
  const report: CheckReport = {
    ok: summaries.length > 0 && problems.length === 0,
    identity: identity ?? accounts.map(({ displayName, account: name }) => displayName ?? name).join(", "),
    scopes: grantedScopes,
    limits: [{ label: "Properties", value: countOf(summaries.length, accounts.length) }],
    problems,
    notes: [
      ...changesNote(grantedScopes, settings),
      ...readOnlyNote(summaries, settings),
      ...testingNote(account, yield* Clock.currentTimeMillis)
    ]
  }
  return report
})

/**
 * Creates the check of an account kind.
 * @param identityOf returns the identity of the credential if the account itself contains it
 */
export const checking = (
  identityOf: (account: Account) => string | undefined = () => undefined
): AccountKind["check"] =>
  Effect.fnUntraced(function* (account) {
    const settings = yield* Effect.fromResult(settingsOf(account))
    return yield* inspect(account, settings, identityOf(account)).pipe(
      Effect.catch((error) =>
        Effect.succeed<CheckReport>({
          ok: false,
          scopes: [],
          limits: [],
          problems: [problemOf(error)],
          // The note is added regardless of the account's age, because an expired sign-in may be the cause.
          notes: error.reason._tag === "Unauthorized" ? testingNote({ ...account, connectedMillis: 0 }, 0) : []
        })
      )
    )
  })
