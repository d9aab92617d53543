/** What was spent with an account and its key, including charges that are unknown. */
import type { SpendingTerms } from "@inlay/agent-plugin/Account"
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import type { Ledger } from "@inlay/core-http/Ledger"
import type { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { PluginAccount } from "./plugin-account.ts"

/** The terms of an account whose settings are invalid. */
const NO_TERMS: SpendingTerms = { purse: "", prices: {} }

/** The terms by which an account pays; empty for an account that pays for nothing. */
export const termsOf = ({ kind, account }: PluginAccount): Effect.Effect<SpendingTerms> =>
  kind.spending === undefined ? Effect.succeed(NO_TERMS) : Effect.orElseSucceed(kind.spending(account), () => NO_TERMS)

export interface Books {
  readonly ledger: Ledger["Service"]
  readonly book: LedgerBook["Service"]
}

/** What was spent by the account and by its key. The key counts only if the account's settings are valid. */
export const spentBy = Effect.fnUntraced(function* (one: PluginAccount, { ledger, book }: Books) {
  const { purse } = yield* termsOf(one)
  const payer = { scope: scopeOf(one.account), purse }
  const nowMillis = yield* Clock.currentTimeMillis
  return yield* Effect.all({
    // No run is named because only the spending of the day is needed.
    today: Effect.map(ledger.spent(payer, { nowMillis, run: "" }), ({ day }) => day),
    unknownCharges: ledger.unknowns(payer, nowMillis),
    lastCharges: book.lastCharges(payer)
  })
})

export type AccountSpending = Effect.Success<ReturnType<typeof spentBy>>
