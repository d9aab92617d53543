/**
 * Handles unknown charges: the user settles each one, or asks again.
 *
 * Promises: settling sends nothing and changes no row that is settled already; asking again repeats only the lookup of
 * the row that the user chose.
 */
import * as Effect from "effect/Effect"

import type { AccountRef } from "../../messaging/account.ts"
import { chargeSettled, failureOf } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { wayOf } from "../../messaging/way.ts"
import { Steps, type UnknownChargeRow } from "../../providers/Steps.ts"
import type { Outcome } from "../enrich/requests.ts"
import { targetOfKeys } from "../enrich/subject/target-of-keys.ts"
import { askOf, PLUGIN, profileSites } from "../enrich/subject/target.ts"
import type { Lookup } from "../enrich/worker/lookup.ts"
import { outcomeOf } from "../enrich/worker/outcome.ts"
import type { ChargeRequests } from "./requests.ts"
import type { SpentReader } from "./spent.ts"
import { chargeOf, type UnknownCharge } from "./unknown-charge.ts"

/** @param onChange runs after a charge was settled or asked again */
export const make = Effect.fnUntraced(function* (reader: SpentReader, lookup: Lookup, onChange: Effect.Effect<void>) {
  const steps = yield* Steps

  /** Returns the lookup that a row was for, or `undefined` if the row does not tell. */
  const targetOf = (
    { plugin }: AccountRef,
    { operation, keys }: UnknownChargeRow,
    settings: Readonly<Record<string, string>>
  ) => (plugin === PLUGIN ? targetOfKeys(operation, keys, profileSites(settings)) : undefined)

  const spending = Effect.fnUntraced(function* ({ plugin, account }: AccountRef) {
    const ref = { plugin, account }
    const { today, unknownCharges } = yield* reader.of(ref)
    // The hub's count may have changed elsewhere.
    if (wayOf(ref) === "hub") yield* onChange
    const settings = (yield* lookup.account(ref))?.settings
    const charges = yield* Effect.forEach(unknownCharges, (row) => {
      const target = settings && targetOf(ref, row, settings)
      return target === undefined
        ? Effect.succeed<UnknownCharge>(chargeOf(row, undefined))
        : Effect.map(steps.preview(askOf(target, ref)), ({ estimate }) => chargeOf(row, { upTo: estimate }))
    })
    return { today, unknownCharges: charges }
  })

  const settleCharge = Effect.fnUntraced(function* ({ id, credits, ...ref }: ChargeRequests["settleCharge"]["input"]) {
    const isSettled = yield* steps.settle(ref, { id, credits })
    if (!isSettled) return yield* chargeSettled
    yield* onChange
    return null
  })

  const askAgain = ({ id, upTo, ...ref }: ChargeRequests["askAgain"]["input"]) =>
    Effect.gen(function* () {
      const account = yield* lookup.connected(ref)
      const row = (yield* reader.of(ref)).unknownCharges.find((one) => one.id === id)
      const target = row && targetOf(ref, row, account.settings)
      if (target === undefined) return yield* chargeSettled
      yield* lookup.sendable(account)
      const answer = yield* Effect.ensuring(lookup.buy(target, ref, { upTo }, { askAgain: true }), onChange)
      return outcomeOf(target.subject, answer, "off")
    }).pipe(
      Effect.catch((error) => Effect.succeed<Outcome>({ state: "failed", subject: null, error: failureOf(error) }))
    )

  return { spending, settleCharge, askAgain } satisfies HandlersOf<ChargeRequests>
})
