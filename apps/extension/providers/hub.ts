/**
 * Runs steps through the paired hub, with the hub's accounts, caps and ledger. Of them, this browser stores only how many
 * charges are unknown, for the toolbar button's mark.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { idAtHub, nameAtHub } from "../messaging/way.ts"
import { HubVault } from "../vault/hub.ts"
import { api, type PreviewAtHub } from "./hub/api.ts"
import { Hub } from "./hub/Hub.ts"
import type { StepPreview, UnknownChargeRow, Way } from "./Steps.ts"

type Charge = PreviewAtHub["blocking"][number]

const chargeRowOf = ({ id, operation, keys, since, mayHaveCost }: Charge): UnknownChargeRow => ({
  id,
  operation,
  keys,
  at: since,
  upTo: mayHaveCost
})

/** Without fields that a hub adds, which must not become those of the page's preview. */
const purchaseOf = ({ since, charged, why }: NonNullable<PreviewAtHub["uncachedPurchase"]>) => ({ since, charged, why })

const stepPreviewOf = (
  { estimate, cached, isUnderWay, blocking, uncachedPurchase, spent, caps }: PreviewAtHub,
  hub: string
): StepPreview => ({
  hub,
  estimate,
  cached: cached === null ? undefined : { match: cached.match, fetchedAt: cached.fetchedAt },
  isUnderWay,
  blocking: blocking.map(chargeRowOf),
  uncachedPurchase: uncachedPurchase === null ? undefined : purchaseOf(uncachedPurchase),
  spent,
  caps
})

/** The answer of a lookup waits for a recount, so it may not take long. */
const RECOUNT_LIMIT = Duration.seconds(2)

const wayAt = (hub: Hub["Service"], vault: HubVault["Service"]): Way => {
  /** The unknown charges of this browser. Those of an account that the settings list are counted. */
  const charges = Effect.gen(function* () {
    const { charges: all } = yield* hub.ask(api.charges)
    const accounts = yield* hub.accounts
    const ids = new Set(accounts.filter(({ ok }) => ok).map(({ plugin, name }) => `${plugin}/${name}`))
    const count = all.filter(({ account }) => ids.has(account)).length
    yield* Effect.orElseSucceed(
      vault.changeUnknownChargeCount(() => count),
      () => undefined
    )
    return all
  })

  /**
   * Counts again what is unknown at the hub, after something that may have changed it. If the hub does not answer at
   * once, the lookup that got no answer is added to the last count.
   */
  const recount = (lost: 0 | 1) =>
    Effect.gen(function* () {
      if ((yield* vault.unknownChargeCount) + lost === 0) return
      const late = { duration: RECOUNT_LIMIT, orElse: () => Effect.fail("late") }
      yield* Effect.timeoutOrElse(charges, late).pipe(
        Effect.catch(() => vault.changeUnknownChargeCount((last) => last + lost))
      )
    }).pipe(Effect.orElseSucceed(() => undefined))

  return {
    preview: ({ step, input, ...ref }) =>
      Effect.flatMap(hub.proven, ({ hubId }) =>
        Effect.map(hub.ask(api.preview, { id: step, body: { input, account: nameAtHub(ref) } }), (preview) =>
          stepPreviewOf(preview, hubId)
        )
      ),
    run: ({ step, input, ...ref }, { askAgain, refresh, maxCredits, isFree, hub: only }) => {
      const body = {
        input,
        account: nameAtHub(ref),
        ...(askAgain && { unknownCharge: "ask_again" }),
        ...(refresh && { refresh }),
        ...(maxCredits !== undefined && { maxCredits })
      }
      const answer = hub.ask(api.run, { id: step, body, isFree, only })
      const counted = isFree
        ? answer
        : answer.pipe(
            Effect.tap(() => recount(0)),
            Effect.tapError(({ charged }) => recount(charged === "unknown" ? 1 : 0))
          )
      return Effect.map(counted, ({ output }) => output)
    },
    spent: Effect.fnUntraced(function* (ref) {
      const rows = yield* charges
      const { accounts } = yield* hub.ask(api.usage, { query: { days: "1" } })
      return {
        today: accounts.find(({ account }) => account === idAtHub(ref))?.credits.at(-1) ?? 0,
        unknownCharges: rows.filter(({ account }) => account === idAtHub(ref)).map(chargeRowOf)
      }
    }),
    settle: (_ref, { id, credits }) =>
      hub.ask(api.settle, { id, body: { charged: credits } }).pipe(
        Effect.as(true),
        Effect.catchIf(
          ({ reason }) => reason._tag === "NotFound",
          () => Effect.succeed(false)
        ),
        Effect.tap(() => recount(0))
      )
  }
}

export const make: Effect.Effect<Way, never, Hub | HubVault> = Effect.zipWith(Hub, HubVault, wayAt)
