/** The shared test suites of the ports over both databases, and the versions of a data directory's file. */
import { join } from "node:path"

import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "@inlay/core-http/Ledger"
import { BudgetStoreUnderTest, budgetStoreSuite, callersLedgerSuite, lookupCacheSuite } from "@inlay/core-http/testing"
import { Database } from "@inlay/sql-stores/Database"
import * as LedgerStore from "@inlay/sql-stores/Ledger"
import { latest } from "@inlay/sql-stores/migrations"
import * as Sqlite from "@inlay/sql-stores/sqlite/Sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { SqlError, UnknownError } from "effect/sql/SqlError"

import { backends } from "../testing/backends.ts"
import { reservation } from "../testing/spending/reservation.ts"
import * as BudgetStore from "./BudgetStore.ts"
import * as DataDirectory from "./DataDirectory.ts"
import * as BudgetFile from "./sqlite/budget-file.ts"
import * as Storage from "./Storage.ts"

const { all, directory, onPostgres } = backends()

for (const { name, stores } of all) {
  callersLedgerSuite(`Ledger in ${name}`, stores)
  lookupCacheSuite(`LookupCache in ${name}`, stores)
}
budgetStoreSuite("BudgetStore in SQLite", () =>
  Layer.effect(BudgetStoreUnderTest, BudgetFile.make(DataDirectory.prepareLimits(directory())))
)
budgetStoreSuite("BudgetStore in PostgreSQL", () =>
  Layer.effect(
    BudgetStoreUnderTest,
    Effect.map(Effect.context<SqlClient | Database>(), (services) => BudgetStore.over(services))
  ).pipe(Layer.provide(onPostgres()))
)

/** Makes its first commit, and says that it failed, as when the disk fails after it. */
const withLostCommit = Layer.effect(
  Database,
  Effect.gen(function* () {
    const database = yield* Database
    let isFirst = true
    return Database.of({
      ...database,
      write: (statements, ...scopes) => {
        const written = database.write(statements, ...scopes)
        if (!isFirst) return written
        isFirst = false
        return Effect.andThen(
          written,
          new SqlError({ reason: new UnknownError({ cause: new Error("disk I/O error") }) })
        )
      }
    })
  })
)

for (const { name, stores } of all) {
  it.live(`a reservation in ${name} whose commit failed after it was made leaves no unknown charge`, () =>
    Effect.gen(function* () {
      const ledger = yield* Ledger
      const error = yield* Effect.flip(ledger.reserve(reservation))
      assert.match(error.message, /ledger\.reserve failed/)
      assert.lengthOf(yield* ledger.unknowns(reservation, reservation.nowMillis + 2 * reservation.leaseMillis), 0)
      assert.strictEqual((yield* ledger.reserve(reservation))._tag, "Reserved")
    }).pipe(Effect.provide(LedgerStore.layer.pipe(Layer.provide(withLostCommit), Layer.provide(stores()))))
  )
}

const inDatabase = <A, E>(at: string, body: Effect.Effect<A, E, SqlClient>) =>
  Effect.provide(body, Sqlite.layer({ filename: join(at, "inlay.db") }))

describe("the file of a data directory", () => {
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
      assert.deepEqual(error.remedy, {
        to: "read",
        text: "Use that newer version, or restore the backup from before it was first started."
      })
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
              `CREATE TABLE audit (id INTEGER PRIMARY KEY, at_millis INTEGER NOT NULL, duration_millis INTEGER NOT NULL,
                plugin TEXT NOT NULL, account TEXT NOT NULL, step TEXT NOT NULL, outcome TEXT NOT NULL) STRICT`,
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
        const rows = (yield* ledger.unknowns(ours, now)).map(({ id, purse, uncached }) => [id, purse, uncached])
        assert.deepStrictEqual(rows, [["old", "", null]])
        assert.strictEqual((yield* ledger.reserve(ours))._tag, "UnknownCharge")
        assert.strictEqual((yield* ledger.spent(ours, { nowMillis: now, run: "" })).day, 2)
        assert.strictEqual((yield* ledger.reserve({ ...ours, scope: "plugin/other" }))._tag, "Reserved")
      }).pipe(Effect.provide(Storage.layer(at)))
    })
  )

  it.live("that is not a database says so", () =>
    Effect.gen(function* () {
      const at = directory()
      yield* Effect.promise(() =>
        import("node:fs/promises").then((fs) => fs.writeFile(join(at, "inlay.db"), "x".repeat(5000)))
      )
      const error = yield* Effect.flip(Effect.provide(Ledger, Storage.layer(at)))
      assert.match(error.message, /not a database/)
    })
  )
})
