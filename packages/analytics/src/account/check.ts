/** Checks an account by the list of what it reaches: free, and no report's quota. */
import { problemOf, type AccountKind, type CheckReport, type Problem } from "@inlay/agent-plugin/Account"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { AnalyticsClient } from "../client/Analytics.ts"
import type { Settings } from "../client/settings.ts"
import type { PropertySummary } from "../schema/AccountSummary.ts"
import { propertyName } from "../schema/names.ts"
import { ROLES } from "../wire/reasons/rights.ts"
import { client, scopesOf, settingsOf } from "./settings.ts"

const NOTHING: Problem = {
  what: "The account reaches no property.",
  remedy: { to: "ask", whom: "administrator", needs: ROLES.read }
}

const missing = (property: string): Problem => ({
  what: `The account does not reach ${property}, which it is limited to.`,
  remedy: { to: "ask", whom: "administrator", needs: ROLES.read }
})

const readsOnly = (count: number, of: number): Problem => ({
  what: `The account may read, and not change, ${count === of ? "any" : `${count}`} of its ${of} properties.`,
  remedy: { to: "ask", whom: "administrator", needs: ROLES.edit }
})

const problemsOf = (
  reached: ReadonlyArray<PropertySummary>,
  { properties = [], readOnly = false }: Settings
): ReadonlyArray<Problem> => {
  const names = new Set(reached.map(({ property }) => property))
  const absent = properties.map(propertyName).filter((name) => !names.has(name))
  const uneditable = reached.filter(({ canEdit }) => canEdit !== true).length
  return [
    ...(reached.length === 0 && properties.length === 0 ? [NOTHING] : []),
    ...absent.map(missing),
    ...(readOnly || uneditable === 0 ? [] : [readsOnly(uneditable, reached.length)])
  ]
}

const inspect = Effect.fnUntraced(function* (made: AnalyticsClient, settings: Settings, identity: string | undefined) {
  const accounts = yield* Stream.runCollect(made.accounts.list({}).items)
  const reached = accounts.flatMap(({ propertySummaries }) => propertySummaries ?? [])
  const problems = problemsOf(reached, settings)
  const report: CheckReport = {
    // A role that is missing for changes is no failure: an account may be meant for reports alone.
    ok: reached.length > 0 && problems.every(({ remedy }) => remedy?.to === "ask" && remedy.needs === ROLES.edit),
    identity: identity ?? accounts.map(({ displayName, account }) => displayName ?? account).join(", "),
    scopes: [],
    limits: [{ label: "Properties", value: `${reached.length} in ${accounts.length} accounts` }],
    problems
  }
  return report
})

/** The account's check. @param identityOf who the credential is, where the account itself says so */
export const checking = (
  identityOf: (account: Parameters<AccountKind["check"]>[0]) => string | undefined = () => undefined
): AccountKind["check"] =>
  Effect.fnUntraced(function* (account) {
    const settings = yield* Effect.fromResult(settingsOf(account))
    return yield* inspect(yield* client(account), settings, identityOf(account)).pipe(
      Effect.map((report) => ({ ...report, scopes: scopesOf(account.settings) })),
      Effect.catch((error) =>
        Effect.succeed<CheckReport>({ ok: false, scopes: [], limits: [], problems: [problemOf(error)] })
      )
    )
  })
