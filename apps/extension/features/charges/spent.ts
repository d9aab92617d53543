/** What the accounts have spent: listed in the options page, and counted in the toolbar button's mark. */
import * as Effect from "effect/Effect"

import type { AccountRef } from "../../messaging/account.ts"
import { wayOf } from "../../messaging/way.ts"
import { Steps } from "../../providers/Steps.ts"
import { Vault, type Summary } from "../../vault/accounts.ts"
import { HubVault } from "../../vault/hub.ts"
import type { Waits } from "../badge/mark.ts"

const NOTHING = { today: 0, unknownCharges: [] }

export type SpentReader = Effect.Success<typeof make>

export const make = Effect.gen(function* () {
  const vault = yield* Vault
  const steps = yield* Steps
  const hubVault = yield* HubVault

  /** Reads what an account has spent: nothing if it is not connected, whatever the ledger holds. */
  const of = Effect.fnUntraced(function* (ref: AccountRef) {
    const isThere = (one: Summary) => one.plugin === ref.plugin && one.name === ref.account
    if (wayOf(ref) === "direct" && !(yield* vault.list).some(isThere)) return NOTHING
    return yield* steps.spent(ref)
  })

  /**
   * The number of lookups with an unknown charge over all accounts of this browser, and at the hub, as it said last. An
   * account that cannot be opened counts as none.
   */
  const unknownChargeCount = Effect.gen(function* () {
    const accounts = yield* vault.list
    const rows = yield* Effect.forEach(accounts, ({ plugin, name }) =>
      of({ plugin, account: name }).pipe(
        Effect.map(({ unknownCharges }) => unknownCharges),
        Effect.catchIf(
          (error) => error._tag === "ProviderError" && error.reason._tag === "Unauthorized",
          () => Effect.succeed([])
        )
      )
    )
    // Two accounts with the same key share its charges, so each id is counted once.
    const here = new Set(rows.flat().map(({ id }) => id)).size
    return here + (yield* hubVault.unknownChargeCount)
  })

  /** What the toolbar button's mark counts. */
  const waiting: Waits = Effect.map(unknownChargeCount, (count) => ({ count, what: "unknownCharges" }))

  return { of, waiting }
})
