/** Examines one account for `doctor`: the provider's response to a free check, and what was spent. */
import type { Problem } from "@inlay/agent-plugin/Account"
import { envOf } from "@inlay/agent-plugin/Environment"
import { creditText } from "@inlay/core-http/credit-text"
import type { Row } from "@inlay/core-http/Ledger"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Effect from "effect/Effect"

import { reportOf } from "../../../accounts/connecting.ts"
import { ENVIRONMENT, type PluginAccount } from "../../../accounts/plugin-account.ts"
import { spentBy, termsOf, type AccountSpending, type Books } from "../../../accounts/spending.ts"
import { unknownChargeJson } from "../../../spend-json.ts"
import { ago } from "../../../terminal/ago.ts"
import type { Screen } from "../../../terminal/Screen.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { connectProblem, missing, reconnect } from "../../account-problems.ts"
import { shownProblem } from "../../words.ts"
import {
  accountTitle,
  definitions,
  limitRows,
  noteLines,
  problemLines,
  signInRows,
  VERDICT_WIDTH
} from "../account-text.ts"

const chargeJson = (row: Row) => {
  const { id: _id, ...charge } = unknownChargeJson(row)
  return charge
}

/** Prices that are lower than the provider's last charge. Caps count by these prices, so they would allow too much. */
const tooLow = Effect.fnUntraced(function* (one: PluginAccount, spending: AccountSpending | undefined) {
  const { plugin, kind, account } = one
  if (kind.spending === undefined || spending === undefined) return []
  const { prices } = yield* termsOf(one)
  return spending.lastCharges.flatMap(({ operation, charged, atMillis }): ReadonlyArray<Problem> => {
    const price = prices[operation]
    const field = kind.fields.find(({ name }) => name === price?.field)
    if (price?.credits == null || field === undefined || charged <= price.credits) return []
    return [
      {
        what: `The provider charged ${creditText(charged)} for ${operation} at ${new Date(atMillis).toISOString()}, but the account's price is ${price.credits}: caps count the price.`,
        remedy: {
          to: "read",
          text:
            account.name === ENVIRONMENT
              ? `Set ${envOf(plugin.id, field)} to ${charged} or more.`
              : `Run \`${reconnect(account)} --set ${field.name}=${charged}\`.`
        }
      }
    ]
  })
})

/** Checks the account with its provider and adds up its spending. */
export const examine = Effect.fnUntraced(function* (one: PluginAccount, books: Books | undefined) {
  const { plugin, kind, account } = one
  const check = yield* reportOf(one, missing(one), (error) => connectProblem(one, error))
  const spending = books === undefined ? undefined : yield* Effect.orElseSucceed(spentBy(one, books), () => undefined)
  const problems = [...check.problems, ...(yield* tooLow(one, spending))].map(shownProblem)
  return {
    one,
    spent: spending,
    json: {
      name: account.name,
      plugin: plugin.id,
      kind: kind.id,
      ok: check.ok && problems.length === 0,
      identity: check.identity ?? null,
      scopes: check.scopes,
      limits: check.limits,
      spentToday: spending?.today ?? null,
      notes: check.notes ?? [],
      unknownCharges: (spending?.unknownCharges ?? []).map(chargeJson),
      problems
    }
  }
})

export type Examination = Effect.Success<ReturnType<typeof examine>>

/** Whether any step of the plugin costs credits. */
const costs = ({ toolSteps }: PluginAccount["plugin"]): boolean =>
  toolSteps.some(({ cost }) => cost?.unit === "credits")

const unknownChargeLines = ({ columns, style }: Screen, spending: AccountSpending | undefined, now: number) => {
  const rows = spending?.unknownCharges ?? []
  if (rows.length === 0) return []
  const list = rows.map((row) => `${row.operation} ${row.keys.join(" ")}, ${ago(row.atMillis, now)}`)
  return [
    style.yellow(indentLines(`Lost answers that may have been charged: ${rows.length}`, columns, VERDICT_WIDTH)),
    ...list.map((line) => indentLines(ProviderText.line(line, 200), columns, VERDICT_WIDTH + 2)),
    indentLines("`inlay charges` lists them and settles them.", columns, VERDICT_WIDTH + 2)
  ]
}

/** Formats the examination for a terminal. */
export const accountBlock = (screen: Screen, { one, spent, json }: Examination, now: number): string => {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ...(json.identity === null ? [] : [["Identity", json.identity] as const]),
    ...(json.scopes.length === 0 ? [] : [["Scopes", json.scopes.join(", ")] as const]),
    ...(one.account.readOnly ? [["Writes", "never: read-only"] as const] : []),
    ...signInRows(one, now),
    ...limitRows(json.limits),
    ...(spent === undefined || !costs(one.plugin) ? [] : [["Spent today", creditText(spent.today)] as const])
  ]
  return [
    accountTitle(screen, json.ok, one),
    ...problemLines(screen, json.problems),
    ...definitions(screen, rows),
    ...noteLines(screen, json.notes),
    ...unknownChargeLines(screen, spent, now)
  ].join("\n")
}
