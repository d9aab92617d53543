/**
 * Charges that nobody knows: each is settled by what the user says of it, or asked again.
 *
 * Promises: settling sends nothing and touches no row that is settled already; asking again happens only for the row that
 * the user chose.
 */
import * as Effect from "effect/Effect"

import type { Outcome, Requests, Spending, UnknownCharge } from "../../messaging/contract.ts"
import { failureOf, notUnknown, storageFailure } from "../../providers/failures.ts"
import { Provider, type Undecided } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import type { ReadFigures } from "../account/figures.ts"
import type { Lookup } from "../enrich/lookup.ts"
import { outcomeOf } from "../enrich/outcome.ts"
import { nobody, PLUGIN, profileSites } from "../enrich/page.ts"
import { chargeOf } from "./charge.ts"
import { pageOfKeys } from "./page-of-keys.ts"

/** @param changed runs after a charge was settled or asked again */
export const make = Effect.fnUntraced(function* (figures: ReadFigures, lookup: Lookup, changed: Effect.Effect<void>) {
  const provider = yield* Provider
  const vault = yield* Vault

  const read = (operation: string) =>
    Effect.mapError(figures, (error) => (error._tag === "ProviderError" ? error : storageFailure(operation, error)))

  const pageOfRow = ({ operation, keys }: Undecided, settings: Readonly<Record<string, string>>) =>
    pageOfKeys(operation, keys, profileSites(settings))

  const spending = Effect.gen(function* () {
    const { today, undecided } = yield* read("spending")
    const settings = (yield* Effect.mapError(vault.summary(PLUGIN), (error) => storageFailure("spending", error)))
      ?.settings
    const told = yield* Effect.forEach(undecided, (row) => {
      const page = settings && pageOfRow(row, settings)
      return page === undefined
        ? Effect.succeed<UnknownCharge>(chargeOf(row, undefined))
        : Effect.map(provider.preview(page.step, page.input), ({ estimate }) => chargeOf(row, { upTo: estimate }))
    })
    return { today, undecided: told } satisfies Spending
  })

  const settleCharge = Effect.fnUntraced(function* ({ id, credits }: Requests["settleCharge"]["input"]) {
    const settled = yield* provider.settle(nobody.step, nobody.input, { id, credits })
    if (!settled) return yield* notUnknown("settleCharge")
    yield* changed
    return null
  })

  const askAgain = ({ id }: Requests["askAgain"]["input"]) =>
    Effect.gen(function* () {
      const { settings } = yield* lookup.connected("askAgain")
      const row = (yield* read("askAgain")).undecided.find((one) => one.id === id)
      const page = row && pageOfRow(row, settings)
      if (page === undefined) return yield* notUnknown("askAgain")
      yield* lookup.sendable("askAgain", settings)
      const answer = yield* Effect.ensuring(lookup.look(page, true), changed)
      return outcomeOf(page.subject, answer, "off")
    }).pipe(
      Effect.catch((error) => Effect.succeed<Outcome>({ state: "failed", subject: null, error: failureOf(error) }))
    )

  return { spending: () => spending, settleCharge, askAgain }
})
