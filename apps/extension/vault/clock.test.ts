import { assert, describe, it } from "@effect/vitest"
import { Ledger, type Reservation } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { vi } from "vitest"

import { databaseWithPayers } from "../tests/vault-world.ts"
import { BOB, connect, live, match, OF, preview } from "../tests/whole-worker.ts"
import * as cache from "./cache.ts"
import * as clock from "./clock.ts"
import type { Database } from "./database/Database.ts"
import * as ledger from "./ledger.ts"

const DAY = 86_400_000
const NOON = Date.UTC(2026, 10, 22, 12)

const systemAt = (millis: number, monotonicNanos: () => bigint): Clock.Clock => ({
  currentTimeMillisUnsafe: () => millis,
  currentTimeMillis: Effect.succeed(millis),
  currentTimeNanosUnsafe: () => BigInt(millis) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(millis) * 1_000_000n),
  monotonicTimeNanosUnsafe: monotonicNanos,
  monotonicTimeNanos: Effect.sync(monotonicNanos),
  sleep: () => Effect.void
})

type Services = Ledger | LookupCache | TrustedClock | Database

/** A worker over a database, on a computer with the given system time. */
const worker = <A, E>(
  database: string,
  millis: number,
  body: Effect.Effect<A, E, Services>,
  monotonicNanos = () => 0n
) =>
  Effect.andThen(clock.resume, body).pipe(
    Effect.provide(
      Layer.fresh(
        Layer.mergeAll(ledger.layer, cache.layer, clock.layer).pipe(Layer.provideMerge(databaseWithPayers(database)))
      )
    ),
    Effect.provideService(Clock.Clock, systemAt(millis, monotonicNanos))
  )

const reservation: Reservation = {
  scope: "account",
  purse: "",
  operation: "enrichPerson",
  keys: ["slug:ann"],
  estimate: 2,
  run: "session",
  nowMillis: NOON,
  leaseMillis: 60_000,
  caps: {},
  decision: "block" as const
}

const question = { scope: "account", operation: "enrichPerson", keys: ["slug:ann"] }
const entry = (fetchedAtMillis: number) => ({
  ...question,
  match: true,
  status: 200,
  body: {},
  fetchedAtMillis,
  expiresAtMillis: fetchedAtMillis + 30 * DAY
})

const findEntry = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  return (yield* (yield* LookupCache).find(question, now)).length
})

describe("a browser whose computer has a wrong date", () => {
  for (const wrong of [NOON + 31 * DAY, NOON + 365 * DAY, Date.UTC(1990, 0)]) {
    it.effect(`keeps bought answers, and the day: ${new Date(wrong).toISOString()}`, () =>
      Effect.gen(function* () {
        const database = `test-${crypto.randomUUID()}`
        yield* worker(
          database,
          NOON,
          Effect.andThen(
            LookupCache.use(({ store }) => store(entry(NOON))),
            clock.keep
          )
        )
        yield* worker(
          database,
          wrong,
          Effect.gen(function* () {
            assert.strictEqual(yield* Clock.currentTimeMillis, NOON)
            yield* cache.purge
            yield* clock.keep
            assert.strictEqual(yield* findEntry, 1)
          })
        )
        assert.strictEqual(yield* worker(database, NOON + 60_000, Clock.currentTimeMillis), NOON + 60_000)
      })
    )
  }

  it.effect("corrects rows dated a year ahead when a provider confirms the date", () =>
    Effect.gen(function* () {
      const database = `test-${crypto.randomUUID()}`
      const wrong = NOON + 365 * DAY
      yield* worker(
        database,
        wrong,
        Effect.gen(function* () {
          yield* (yield* Ledger).reserve({ ...reservation, nowMillis: wrong })
          yield* (yield* LookupCache).store(entry(wrong))
          yield* clock.keep
        })
      )
      yield* worker(
        database,
        NOON,
        Effect.gen(function* () {
          assert.strictEqual(yield* Clock.currentTimeMillis, wrong)
          yield* (yield* TrustedClock).confirm(new Date(NOON + 5_000).toUTCString())
          assert.strictEqual(yield* Clock.currentTimeMillis, NOON)
          const ledgerRows = yield* (yield* Ledger).unknowns(reservation, NOON + 3_600_000)
          assert.deepStrictEqual(
            ledgerRows.map(({ atMillis, leaseEndsMillis }) => [atMillis, leaseEndsMillis]),
            [[NOON, NOON + 60_000]]
          )
          const [entryRow] = yield* (yield* LookupCache).find(question, NOON)
          assert.deepStrictEqual([entryRow?.fetchedAtMillis, entryRow?.expiresAtMillis], [NOON, NOON + 30 * DAY])
        })
      )
      assert.strictEqual(yield* worker(database, NOON + 1_000, Clock.currentTimeMillis), NOON + 1_000)
    })
  )

  for (const [name, datedBy, keptAt] of [
    ["dated a year ahead", NOON + 365 * DAY, NOON + 365 * DAY],
    ["bought while the date was doubted", NOON - 31 * DAY + 1, NOON - 31 * DAY]
  ] as const) {
    it.effect(`corrects how long a purchase without its answer blocks the lookup: ${name}`, () =>
      Effect.gen(function* () {
        const database = `test-${crypto.randomUUID()}`
        const uncachedAnswer = { uncached: "store", uncachedUntilMillis: datedBy + 30 * DAY, keys: [] } as const
        yield* worker(
          database,
          keptAt,
          Effect.gen(function* () {
            const reserved = yield* (yield* Ledger).reserve({ ...reservation, nowMillis: datedBy })
            if (reserved._tag !== "Reserved") return assert.fail(reserved._tag)
            yield* (yield* Ledger).settle(reserved.id, { state: "settled", charged: 2, uncached: uncachedAnswer })
            yield* clock.keep
          })
        )
        let elapsedNanos = 0n
        const movedClock = yield* worker(
          database,
          NOON,
          Effect.gen(function* () {
            const { clock: trustedClock, confirm } = yield* TrustedClock
            elapsedNanos = 1_000_000_000n
            assert.strictEqual(yield* trustedClock.currentTimeMillis, keptAt + 1_000)
            yield* confirm(new Date(NOON).toUTCString())
            return yield* (yield* Ledger).uncachedPurchase({ ...question, purse: "" }, NOON)
          }),
          () => elapsedNanos
        )
        assert.strictEqual((movedClock?.uncachedUntilMillis ?? 0) - (movedClock?.atMillis ?? 0), 30 * DAY)
        assert.isAtMost(Math.abs((movedClock?.atMillis ?? 0) - NOON), 1_000)
      })
    )
  }
})

live(
  "a worker that starts on a computer with a wrong date offers a bought answer, and does not buy it again",
  Effect.gen(function* () {
    const { database, enrich, start, stop } = yield* connect()
    assert.strictEqual((yield* enrich()).state, "match")
    yield* stop
    yield* worker(database, Date.now(), clock.keep)
    vi.useFakeTimers({ now: Date.now() + 365 * DAY, toFake: ["Date"] })
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.useRealTimers()))
    const { ask } = yield* start
    assert.strictEqual((yield* ask("preview", preview)).state, "cached")
  }).pipe(Effect.scoped)
)

for (const isRight of [true, false]) {
  live(
    `after two weeks away, the day cap ${isRight ? "is that of another day, as the provider's answer confirms" : "holds if only the clock says so"}`,
    Effect.gen(function* () {
      const { state, enrich, start, stop } = yield* connect({ cap_day: "2" })
      const away = Date.now()
      // Until the worker has stored the time, which it does once when it starts.
      yield* Effect.sleep("500 millis")
      assert.strictEqual((yield* enrich()).state, "match")
      yield* stop
      vi.useFakeTimers({ now: away + 14 * DAY, toFake: ["Date"] })
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.useRealTimers()))
      state.address = BOB
      state.serve = (request) => {
        const headers = { date: new Date(isRight ? Date.now() : away).toUTCString() }
        const answer = match(request)
        return answer === "lost" ? answer : { ...answer, headers }
      }
      const { ask } = yield* start
      // For as long as the purchase came after the time that was stored.
      yield* Effect.sleep("1500 millis")
      const offer = yield* ask("preview", preview)
      if (offer.state !== "ready") return assert.fail(offer.state)
      assert.deepStrictEqual(offer.price.cap, { kind: "day", limit: 2, left: 2 })
      assert.strictEqual((yield* ask("spending", OF)).today, 0)
      const bought = state.sent.length
      const buying = { ...OF, tabId: 1, subject: `person ${BOB}`, consent: "charge", upTo: 2, place: "page" } as const
      const outcome = yield* ask("enrich", buying)
      const paths = state.sent.slice(bought).map(({ body }) => /bob-tan/.test(body ?? ""))
      if (isRight) {
        assert.strictEqual(outcome.state, "match")
        assert.deepStrictEqual(paths.filter(Boolean), [true])
        assert.strictEqual((yield* ask("spending", OF)).today, 2)
      } else {
        assert.strictEqual(outcome.state === "failed" && outcome.error.guard, "cap")
        assert.notInclude(paths, true)
      }
    }).pipe(Effect.scoped)
  )
}
