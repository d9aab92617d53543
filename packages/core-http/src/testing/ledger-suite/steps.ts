/** Steps of the suite's tests: reservations of one subject around noon, and queries of the ledger. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

import { Ledger, type Caps, type UncachedAnswer, type Payer, type Reservation } from "../../spend/Ledger.ts"

export const HOUR = 3_600_000
export const MINUTE = 60_000
/** A time well inside a UTC day. */
export const NOON = Date.UTC(2026, 2, 10, 12)
export const MIDNIGHT = Date.UTC(2026, 2, 11)

const asking = (of: Partial<Reservation> = {}): Reservation => ({
  scope: "account-1",
  purse: "",
  operation: "enrichPerson",
  keys: ["email:ada@example.com"],
  estimate: 2,
  run: "run-1",
  nowMillis: NOON,
  leaseMillis: MINUTE,
  caps: {},
  decision: "block",
  ...of
})

export const reserve = (of: Partial<Reservation> = {}) => Effect.flatMap(Ledger, (ledger) => ledger.reserve(asking(of)))

/** Makes a reservation and fails the test if it is refused. */
export const open = Effect.fnUntraced(function* (of: Partial<Reservation> = {}) {
  const result = yield* reserve(of)
  return result._tag === "Reserved" ? result.id : assert.fail(`expected a reservation, got ${result._tag}`)
})

export const settle = (id: string, charged: number | null) =>
  Effect.flatMap(Ledger, (ledger) => ledger.settle(id, { state: "settled", charged }))
/** Settles a purchase whose answer is not cached. It blocks the lookup for a day unless `of` says otherwise. */
export const drop = (id: string, of: Partial<UncachedAnswer> & { readonly charged?: number } = {}) =>
  Effect.flatMap(Ledger, (ledger) => {
    const { charged = 2, ...changes } = of
    const storedRow = { uncached: "store", uncachedUntilMillis: NOON + 24 * HOUR, keys: [], ...changes } as const
    return ledger.settle(id, { state: "settled", charged, uncached: storedRow })
  })
export const lose = (id: string) => Effect.flatMap(Ledger, (ledger) => ledger.settle(id, { state: "unknown" }))

const payer = ({ scope = "account-1", purse = "" }: Partial<Payer>): Payer => ({ scope, purse })

export const spending = (of: Partial<Payer> & { nowMillis?: number; run?: string } = {}) =>
  Effect.flatMap(Ledger, (ledger) =>
    ledger.spent(payer(of), { nowMillis: of.nowMillis ?? NOON, run: of.run ?? "run-1" })
  )
export const unknowns = (of: Partial<Payer> & { nowMillis?: number } = {}) =>
  Effect.flatMap(Ledger, (ledger) => ledger.unknowns(payer(of), of.nowMillis ?? NOON))

/** Reserves a different subject for each `n`, so that only a cap can refuse it. */
export const another = (n: number, estimate: number | null, caps: Caps, of: Partial<Reservation> = {}) =>
  reserve({ keys: [`email:${n}@example.com`], estimate, caps, ...of })

/** The layer under test. */
export interface Subject {
  readonly name: string
  /** Returns a new, empty ledger each time. */
  readonly makeLayer: () => Layer.Layer<Ledger, unknown>
}

/** Defines a test over a ledger of its own. */
export const tester =
  ({ makeLayer }: Subject) =>
  (title: string, body: Effect.Effect<void, unknown, Ledger>): void =>
    it.live(title, () => Effect.provide(body, makeLayer()))
