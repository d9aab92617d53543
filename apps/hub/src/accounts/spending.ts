/** What was spent with an account and its key, and what nobody knows of. */
import type { SpendingTerms } from "@inlay/agent-plugin/Account"
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import type { Ledger } from "@inlay/core-http/Ledger"
import type { LedgerBook } from "@inlay/sql-stores/Ledger"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { PluginAccount } from "./plugin-account.ts"

/** Of an account whose settings cannot work. */
const NO_TERMS: SpendingTerms = { purse: "", prices: {} }

/** By what an account pays; of one that pays for nothing, nothing. */
export const termsOf = ({ kind, account }: PluginAccount): Effect.Effect<SpendingTerms> =>
  kind.spending === undefined ? Effect.succeed(NO_TERMS) : Effect.orElseSucceed(kind.spending(account), () => NO_TERMS)

export interface Books {
  readonly ledger: Ledger["Service"]
  readonly book: LedgerBook["Service"]
}

/** By the account and by its key, where its settings can work. */
export const spentBy = Effect.fnUntraced(function* (one: PluginAccount, { ledger, book }: Books) {
  const { purse } = yield* termsOf(one)
  const payer = { scope: scopeOf(one.account), purse }
  const nowMillis = yield* Clock.currentTimeMillis
  return yield* Effect.all({
    // Of no run: what the day comes to is asked alone.
    today: Effect.map(ledger.spent(payer, { nowMillis, run: "" }), ({ day }) => day),
    undecided: ledger.unknowns(payer, nowMillis),
    lastCharges: book.lastCharges(payer)
  })
})

export type AccountSpending = Effect.Success<ReturnType<typeof spentBy>>
