/** What the stores write and read back, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { Audit } from "@inlay/agent-plugin/Audit"
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import { Ledger, type Reservation } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { TrustedClock } from "@inlay/core-http/TrustedClock"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { storesAt, type Place } from "../testing/places.ts"
import { reservation } from "../testing/spending/reservation.ts"
import { Damage } from "./damage.ts"
import { Erasure } from "./erasure.ts"

const { all } = backends()

const inDatabase = <A, E>(at: Place, body: Effect.Effect<A, E, SqlClient>) => Effect.provide(body, storesAt(at))

const NOON = Date.UTC(2026, 10, 22, 12)

describe.each(all)("$name", ({ place, stores }) => {
  it.live("survives a restart, its rows with it", () =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      const reserve = Effect.flatMap(Ledger, (ledger) => ledger.reserve(reservation)).pipe(
        Effect.provide(storesAt(at), { local: true })
      )
      assert.strictEqual((yield* reserve)._tag, "Reserved")
      assert.strictEqual((yield* reserve)._tag, "Busy")
    })
  )

  it.live("recognises an identifier of several people, whose answers several programs store at once", () =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      const store = (n: number) =>
        Effect.flatMap(LookupCache, (cache) => {
          const keys = [`profile:${n}`, "email:team@firm.example"]
          const times = { fetchedAtMillis: 1_000, expiresAtMillis: 9_000 }
          return cache.store({ scope: "s", operation: "o", keys, match: true, status: 200, body: {}, ...times }, [
            `profile:${n}`
          ])
        }).pipe(Effect.provide(storesAt(at), { local: true }))
      yield* Effect.forEach([1, 2, 3, 4], store, { concurrency: "unbounded" })
      const found = yield* Effect.flatMap(LookupCache, (cache) =>
        cache.find({ scope: "s", operation: "o", keys: ["email:team@firm.example"] }, 2_000)
      ).pipe(Effect.provide(storesAt(at)))
      assert.deepStrictEqual(
        found.map(({ match }) => match),
        [false]
      )
    })
  )

  it.live("forgets entries that nothing leads to any more", () =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      const entry = { scope: "s", operation: "o", match: true, status: 200, body: { n: 1 }, fetchedAtMillis: 1_000 }
      yield* Effect.gen(function* () {
        const cache = yield* LookupCache
        yield* cache.store({ ...entry, keys: ["a", "b"], expiresAtMillis: 9_000 })
        yield* cache.store({ ...entry, keys: ["a"], expiresAtMillis: 2_000 })
        yield* cache.store({ ...entry, keys: ["b"], expiresAtMillis: 9_000 })
        yield* cache.store({ ...entry, keys: ["c"], expiresAtMillis: 9_000, fetchedAtMillis: 3_000 })
      }).pipe(Effect.provide(storesAt(at)))
      const [rows] = yield* inDatabase(
        at,
        Effect.flatMap(SqlClient, (sql) => sql<{ n: number }>`SELECT count(*) AS n FROM lookups`)
      )
      assert.strictEqual(rows?.n, 2)
    })
  )

  it.live("keeps one audit row for each run of a step", () =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      const row = {
        atMillis: 5,
        principal: "agent-7",
        via: "mcp",
        event: "evt_1",
        durationMillis: 1.6,
        plugin: "p",
        account: "env",
        step: "p_step",
        outcome: "ok",
        charged: 2.5,
        isFreeRead: false
      } as const
      const { event: _event, charged: _charged, ...unpaid } = row
      const free = { ...unpaid, isFreeRead: true }
      yield* Effect.flatMap(Audit, (audit) =>
        Effect.forEach([row, free, { ...row, charged: "unknown" as const }], audit.record)
      ).pipe(Effect.provide(storesAt(at)))
      const rows = yield* inDatabase(
        at,
        Effect.flatMap(
          SqlClient,
          (sql) =>
            sql`SELECT step, outcome, duration_millis, principal, via, event, charged, charge_unknown
            FROM audit`.values
        )
      )
      assert.deepStrictEqual(rows, [
        ["p_step", "ok", 2, "agent-7", "mcp", "evt_1", 2.5, 0],
        ["p_step", "ok", 2, "agent-7", "mcp", null, null, 0],
        ["p_step", "ok", 2, "agent-7", "mcp", "evt_1", null, 1]
      ])
    })
  )

  it.live("an account's spending is its own, and no other account's", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const book = yield* LedgerBook
      const now = reservation.nowMillis
      const scopes = ["plugin/env", "plugin/env2", "plugin/en", "other/env"]
      for (const scope of scopes) {
        yield* ledger.reserve({ ...reservation, scope })
      }
      const settledRow = yield* ledger.reserve({ ...reservation, scope: "plugin/env", keys: ["email:b"] })
      if (settledRow._tag === "Reserved") yield* ledger.settle(settledRow.id, { state: "settled", charged: 1 })
      const account = { scope: "plugin/env", purse: "" }
      const today = (nowMillis: number) => Effect.map(ledger.spent(account, { nowMillis, run: "" }), ({ day }) => day)
      assert.strictEqual(yield* today(now), 3)
      assert.strictEqual((yield* ledger.unknowns(account, now)).length, 0)
      // The lease has expired: the open rows became unknown.
      assert.strictEqual((yield* ledger.unknowns(account, now + 5_000)).length, 1)
      const unknowns = yield* book.unknowns(now + 5_000)
      assert.deepStrictEqual(unknowns.map(({ scope }) => scope).sort(), [...scopes].sort())
      // The next UTC day starts at zero.
      assert.strictEqual(yield* today(now + 86_400_000), 0)
      assert.deepStrictEqual(
        (yield* book.lastCharges(account)).map(({ charged }) => charged),
        [1]
      )
      const [first] = unknowns
      assert.isTrue(yield* book.settle(first?.id ?? "", { charged: 2, managesCaps: true }, now + 5_000))
      assert.isFalse(
        yield* book.settle(first?.id ?? "", { charged: 2, managesCaps: true }, now + 5_000),
        "settled by now"
      )
    }).pipe(Effect.provide(stores()))
  )

  it.live.each<readonly [string, Partial<Reservation>]>([
    ["a key, of a day", { purse: "00c0ffee00c0ffee", caps: { day: 9 } }],
    ["a caller", { principal: "token:1", caps: { principal: 9 } }],
    ["an event", { event: "msg_1", caps: { event: 9 } }]
  ])("the cap of %s holds over all accounts, however many ask at once", ([, capped]) =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const ask = (n: number) =>
        ledger.reserve({ ...reservation, ...capped, scope: `plugin/${n}`, keys: [`email:${n}@b.example`] })
      const asked = Array.from({ length: 30 }, (_, n) => n)
      const results = yield* Effect.forEach(asked, ask, { concurrency: "unbounded" })
      assert.strictEqual(results.filter(({ _tag }) => _tag === "Reserved").length, 4)
      assert.strictEqual(results.filter(({ _tag }) => _tag === "CapReached").length, 26)
    }).pipe(Effect.provide(stores()))
  )

  it.live.each(["ask_again", "charged", "not_charged"] as const)(
    "a decision about a damaged purchase whose answer is not cached is made once: %s",
    (decision) =>
      Effect.gen(function* () {
        const ledger = yield* Ledger
        const first = yield* ledger.reserve(reservation)
        const uncached = { uncached: "store", uncachedUntilMillis: reservation.nowMillis + 60_000, keys: [] } as const
        if (first._tag === "Reserved") yield* ledger.settle(first.id, { state: "settled", charged: 2, uncached })
        yield* SqlClient.use((sql) => sql`UPDATE ledger SET estimate = ${2 * MAX_CREDITS}`)
        assert.strictEqual((yield* ledger.reserve(reservation))._tag, "UnknownCharge")
        const second = yield* ledger.reserve({ ...reservation, decision })
        assert.strictEqual(second._tag, "Reserved")
        if (second._tag === "Reserved") yield* ledger.settle(second.id, { state: "settled", charged: 2 })
        assert.strictEqual((yield* ledger.reserve(reservation))._tag, "Reserved")
      }).pipe(Effect.provide(stores()))
  )

  it.live("the last charge of each operation is the latest", () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const buy = Effect.fnUntraced(function* (operation: string, n: number, charged: number, scope = "plugin/env") {
        const row = yield* ledger.reserve({
          ...reservation,
          scope,
          operation,
          keys: [],
          nowMillis: reservation.nowMillis + n
        })
        if (row._tag === "Reserved") yield* ledger.settle(row.id, { state: "settled", charged })
      })
      yield* buy("search", 2, 3)
      yield* buy("find", 1, 1)
      yield* buy("find", 5, 2.5)
      yield* buy("find", 3, 9)
      yield* buy("find", 6, 0)
      yield* buy("find", 7, 4, "plugin/other")
      assert.deepStrictEqual(yield* (yield* LedgerBook).lastCharges(reservation), [
        { operation: "find", charged: 2.5, atMillis: reservation.nowMillis + 5 },
        { operation: "search", charged: 3, atMillis: reservation.nowMillis + 2 }
      ])
    }).pipe(Effect.provide(stores()))
  )

  const uncached = { uncached: "store", uncachedUntilMillis: NOON, keys: [] } as const
  it.live.each([{}, { uncached }])("a late answer counts, whatever was said of its charge before: %j", (unkept) =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const row = yield* ledger.reserve(reservation)
      const id = row._tag === "Reserved" ? row.id : ""
      const now = reservation.nowMillis + reservation.leaseMillis
      const today = Effect.map(ledger.spent(reservation, { nowMillis: now, run: "" }), ({ day }) => day)
      yield* (yield* LedgerBook).settle(id, { charged: 0, managesCaps: false }, now)
      assert.strictEqual(yield* today, 2)
      yield* ledger.settle(id, { state: "settled", charged: 1, ...unkept })
      assert.strictEqual(yield* today, 1)
    }).pipe(Effect.provide(stores()))
  )

  it.live("erasing a person keeps what was spent, but not for whom", () =>
    Effect.gen(function* () {
      const cache = yield* LookupCache
      const ledger = yield* Ledger
      const keys = ["email:jane@acme.example", "profile:jane"]
      yield* cache.store({
        scope: "plugin/env",
        operation: "find",
        keys,
        match: true,
        status: 200,
        body: { name: "Jane", at: "jane@acme.example" },
        fetchedAtMillis: NOON,
        expiresAtMillis: NOON + 9_000
      })
      const row = yield* ledger.reserve({ ...reservation, keys })
      if (row._tag === "Reserved") yield* ledger.settle(row.id, { state: "settled", charged: 2 })
      yield* ledger.reserve({ ...reservation, keys: ["email:joe@acme.example"] })
      const { erase } = yield* Erasure
      const subject = { keys: ["email:jane@acme.example"], texts: ["jane@acme.example"] }
      assert.deepStrictEqual(yield* erase(subject), { answers: 1, purchases: 1, damaged: 0 })
      assert.deepStrictEqual(yield* erase(subject), { answers: 0, purchases: 0, damaged: 0 })
      const sql = yield* SqlClient
      const rows = yield* sql<{ keys: string; charged: number | null }>`SELECT keys, charged FROM ledger ORDER BY keys`
      assert.deepStrictEqual(
        rows.map((one) => [one.keys, one.charged]),
        [
          ['["email:joe@acme.example"]', null],
          ["[]", 2]
        ]
      )
    }).pipe(Effect.provide(stores()))
  )

  it.live("what another program spoilt is named, and set aside by a repair", () =>
    Effect.gen(function* () {
      const cache = yield* LookupCache
      const ledger = yield* Ledger
      const entry = { scope: "s", operation: "o", match: true, status: 200, body: { n: 1 }, fetchedAtMillis: NOON }
      yield* cache.store({ ...entry, keys: ["a"], expiresAtMillis: NOON + 9_000 })
      yield* cache.store({ ...entry, keys: ["b"], expiresAtMillis: NOON + 9_000 })
      yield* ledger.reserve(reservation)
      yield* ledger.reserve({ ...reservation, keys: ["email:other@b.example"] })
      const sql = yield* SqlClient
      yield* sql`UPDATE lookups SET body = 'no JSON' WHERE keys = '["a"]'`
      yield* sql`UPDATE ledger SET keys = '{}' WHERE keys = '["email:a@b.example"]'`
      const damage = yield* Damage
      const sources = (problems: ReadonlyArray<{ readonly source: string }>) => problems.map(({ source }) => source)
      assert.deepStrictEqual(sources(yield* damage.find), ["answer", "purchase"])
      assert.deepStrictEqual(sources(yield* damage.repair), ["answer", "purchase"])
      assert.deepStrictEqual(yield* damage.find, [])
      const rows = yield* sql<{ keys: string; state: string }>`SELECT keys, state FROM ledger ORDER BY keys`
      assert.deepStrictEqual(
        rows.map(({ keys, state }) => [keys, state]),
        [
          ['["email:a@b.example"]', "unknown"],
          ['["email:other@b.example"]', "open"]
        ]
      )
      assert.strictEqual((yield* sql`SELECT 1 FROM damaged`).length, 2)
    }).pipe(Effect.provide(stores()))
  )

  it.live("integers past 2^53, counts and sums are read as they are, or as text that says so", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      yield* sql`INSERT INTO audit ${sql.insert({
        at_millis: 9_223_372_036_854_775_807n,
        duration_millis: 8_640_000_000_000,
        plugin: "p",
        account: "a",
        step: "s",
        outcome: "ok",
        charged: 0.1
      })}`
      const [row] = yield* sql<{ at: unknown; long: unknown; charged: unknown }>`SELECT at_millis AS at,
        duration_millis AS long, charged FROM audit`
      assert.deepStrictEqual([row?.at, row?.long, row?.charged], [9_223_372_036_854_775_807n, 8_640_000_000_000, 0.1])
      const [sums] = yield* sql<{ count: unknown; sum: unknown }>`SELECT count(*) AS count,
        sum(duration_millis) AS sum FROM audit`
      assert.deepStrictEqual([sums?.count, sums?.sum], [1, 8_640_000_000_000])
    }).pipe(Effect.provide(stores()))
  )

  it.live("identifiers of any length and script are kept apart", () =>
    Effect.gen(function* () {
      const cache = yield* LookupCache
      const ledger = yield* Ledger
      // Without repetition, so that compression cannot shorten it.
      const long = Array.from({ length: 400 }, (_, n) => `${n * 7_919_317}`).join("-")
      const keys = [`profile:${long}a`, `profile:${long}b`, "email:jäne@acme.example", "email:\u{1F600}"]
      for (const [n, key] of keys.entries()) {
        yield* cache.store({
          scope: "s",
          operation: "o",
          keys: [key],
          match: true,
          status: 200,
          body: { n },
          fetchedAtMillis: NOON,
          expiresAtMillis: NOON + 9_000
        })
        assert.strictEqual((yield* ledger.reserve({ ...reservation, keys: [key] }))._tag, "Reserved")
        assert.strictEqual((yield* ledger.reserve({ ...reservation, keys: [key] }))._tag, "Busy")
      }
      for (const [n, key] of keys.entries()) {
        const entries = yield* cache.find({ scope: "s", operation: "o", keys: [key] }, NOON)
        assert.deepStrictEqual(
          entries.map(({ body }) => body),
          [{ n }]
        )
      }
    }).pipe(Effect.provide(stores()))
  )

  it.live("the clock is trusted, and near the computer's own", () =>
    Effect.gen(function* () {
      const { isTrusted, nowMillis } = yield* (yield* TrustedClock).trust
      assert.isTrue(isTrusted)
      assert.isBelow(Math.abs(nowMillis - Date.now()), 60_000)
      assert.isBelow(Math.abs((yield* Clock.currentTimeMillis) - Date.now()), 60_000)
    }).pipe(Effect.provide(stores()))
  )
})
