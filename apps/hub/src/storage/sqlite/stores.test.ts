/** The shared suites of the ports over the SQL layers, and what only a database has: versions and sums across scopes. */
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Ledger } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { BudgetStoreUnderTest, budgetStoreSuite, ledgerSuite, lookupCacheSuite } from "@inlay/core-http/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { temporaryDirectories } from "../../testing/temporary.ts"
import * as DataDirectory from "../DataDirectory.ts"
import * as Storage from "../Storage.ts"
import * as BudgetStore from "./BudgetStore.ts"
import { LedgerBook } from "./Ledger.ts"
import { latest } from "./migrations.ts"
import * as Sqlite from "./Sqlite.ts"

const directory = temporaryDirectories()

ledgerSuite("Ledger in SQLite", () => Storage.layer(directory()))
lookupCacheSuite("LookupCache in SQLite", () => Storage.layer(directory()))
budgetStoreSuite("BudgetStore in SQLite", () =>
  Layer.effect(BudgetStoreUnderTest, BudgetStore.make(DataDirectory.prepareLimits(directory())))
)

const inDatabase = <A, E>(at: string, body: Effect.Effect<A, E, SqlClient>) =>
  Effect.provide(body, Sqlite.layer({ filename: join(at, "inlay.db") }))

const reservation = {
  scope: "plugin/env",
  purse: "",
  operation: "find",
  keys: ["email:a@b.example"],
  estimate: 2,
  run: "run-1",
  nowMillis: Date.UTC(2026, 1, 3, 12),
  leaseMillis: 1_000,
  caps: {},
  retryUnknown: false
}

describe("the database", () => {
  it.live("survives a restart, its rows with it", () =>
    Effect.gen(function* () {
      const at = directory()
      const reserve = Effect.flatMap(Ledger, (ledger) => ledger.reserve(reservation)).pipe(
        Effect.provide(Storage.layer(at), { local: true })
      )
      assert.strictEqual((yield* reserve)._tag, "Reserved")
      assert.strictEqual((yield* reserve)._tag, "Busy")
    })
  )

  it.live("written by a newer program is refused and left as it is", () =>
    Effect.gen(function* () {
      const at = directory()
      yield* Effect.provide(Ledger, Storage.layer(at))
      yield* inDatabase(
        at,
        Effect.flatMap(SqlClient, (sql) => sql.unsafe(`PRAGMA user_version = ${latest + 1}`))
      )
      const error = yield* Effect.flip(Effect.provide(Ledger, Layer.fresh(Storage.layer(at))))
      assert.match(error.message, /newer inlay/)
    })
  )

  it.live("of a version without purses is brought up, and its rows count for their account", () =>
    Effect.gen(function* () {
      const at = directory()
      const now = reservation.nowMillis
      yield* inDatabase(
        at,
        Effect.flatMap(SqlClient, (sql) =>
          Effect.forEach(
            [
              `CREATE TABLE ledger (id TEXT PRIMARY KEY, scope TEXT NOT NULL, operation TEXT NOT NULL, keys TEXT NOT NULL,
                estimate REAL, charged REAL, state TEXT NOT NULL, run TEXT NOT NULL, at_millis INTEGER NOT NULL,
                lease_ends_millis INTEGER NOT NULL) STRICT`,
              `CREATE TABLE ledger_keys (scope TEXT NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL, row_id TEXT NOT NULL,
                PRIMARY KEY (scope, operation, key, row_id)) STRICT, WITHOUT ROWID`,
              `CREATE TABLE lookups (id INTEGER PRIMARY KEY, scope TEXT NOT NULL, operation TEXT NOT NULL, keys TEXT NOT NULL,
                match INTEGER NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL, fetched_at_millis INTEGER NOT NULL,
                expires_at_millis INTEGER NOT NULL) STRICT`,
              "CREATE TABLE audit (id INTEGER PRIMARY KEY, at_millis INTEGER NOT NULL, plugin TEXT, account TEXT) STRICT",
              "CREATE TABLE accounts (id TEXT PRIMARY KEY) STRICT",
              `INSERT INTO ledger VALUES ('old', 'plugin/env', 'find', '["email:a@b.example"]', 2, NULL, 'unknown', 'run-0', ${now}, ${now})`,
              "INSERT INTO ledger_keys VALUES ('plugin/env', 'find', 'email:a@b.example', 'old')",
              "PRAGMA user_version = 2"
            ],
            (statement) => sql.unsafe(statement)
          )
        )
      )
      yield* Effect.gen(function* () {
        const ledger = yield* Ledger
        const ours = { ...reservation, purse: "00c0ffee00c0ffee" }
        const rows = (yield* ledger.unknowns(ours, now)).map(({ id, purse, unkept }) => [id, purse, unkept])
        assert.deepStrictEqual(rows, [["old", "", null]])
        assert.strictEqual((yield* ledger.reserve(ours))._tag, "Undecided")
        assert.strictEqual((yield* ledger.spent(ours, { nowMillis: now, run: "" })).day, 2)
        assert.strictEqual((yield* ledger.reserve({ ...ours, scope: "plugin/other" }))._tag, "Reserved")
      }).pipe(Effect.provide(Storage.layer(at)))
    })
  )

  it.live("that is no database says so", () =>
    Effect.gen(function* () {
      const at = directory()
      yield* Effect.promise(() =>
        import("node:fs/promises").then((fs) => fs.writeFile(join(at, "inlay.db"), "x".repeat(5000)))
      )
      const error = yield* Effect.flip(Effect.provide(Ledger, Storage.layer(at)))
      assert.match(error.message, /not a database/)
    })
  )

  it.live("forgets entries that nothing leads to any more", () =>
    Effect.gen(function* () {
      const at = directory()
      const entry = { scope: "s", operation: "o", match: true, status: 200, body: { n: 1 }, fetchedAtMillis: 1_000 }
      yield* Effect.gen(function* () {
        const cache = yield* LookupCache
        yield* cache.store({ ...entry, keys: ["a", "b"], expiresAtMillis: 9_000 })
        yield* cache.store({ ...entry, keys: ["a"], expiresAtMillis: 2_000 })
        yield* cache.store({ ...entry, keys: ["b"], expiresAtMillis: 9_000 })
        yield* cache.store({ ...entry, keys: ["c"], expiresAtMillis: 9_000, fetchedAtMillis: 3_000 })
      }).pipe(Effect.provide(Storage.layer(at)))
      const [rows] = yield* inDatabase(
        at,
        Effect.flatMap(SqlClient, (sql) => sql<{ n: number }>`SELECT count(*) AS n FROM lookups`)
      )
      assert.strictEqual(rows?.n, 2)
    })
  )

  it.live("keeps one audit row for each run of a step", () =>
    Effect.gen(function* () {
      const at = directory()
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
        charged: 2.5
      } as const
      const { event: _event, charged: _charged, ...free } = row
      yield* Effect.flatMap(Audit, (audit) =>
        Effect.forEach([row, free, { ...row, charged: "unknown" as const }], audit.record)
      ).pipe(Effect.provide(Storage.layer(at)))
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
})

describe("an account's spending", () => {
  it.live("is its own, and no other account's", () =>
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
      // The lease has ended: the open rows became unknown.
      assert.strictEqual((yield* ledger.unknowns(account, now + 5_000)).length, 1)
      const unknowns = yield* book.unknowns(now + 5_000)
      assert.deepStrictEqual(unknowns.map(({ scope }) => scope).sort(), [...scopes].sort())
      // The next UTC day starts at nothing.
      assert.strictEqual(yield* today(now + 86_400_000), 0)
      assert.deepStrictEqual(
        (yield* book.lastCharges(account)).map(({ charged }) => charged),
        [1]
      )
      const [first] = unknowns
      assert.isTrue(yield* book.settle(first?.id ?? "", 2, now + 5_000))
      assert.isFalse(yield* book.settle(first?.id ?? "", 2, now + 5_000), "settled by now")
    }).pipe(Effect.provide(Storage.layer(directory())))
  )
})
