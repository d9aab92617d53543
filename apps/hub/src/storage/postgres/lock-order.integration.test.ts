/** On PostgreSQL, what happens at the same time never waits for each other in a circle. */
import { LookupCache } from "@inlay/core-http/LookupCache"
import { BuyerOfRun } from "@inlay/sql-stores/LookupCache"
import { latest } from "@inlay/sql-stores/migrations"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { SqlClient } from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { storesAt } from "../../testing/places.ts"
import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { AccountRows, type AccountRow } from "../AccountRows.ts"

const databases = temporaryDatabases()
const directory = temporaryDirectories()

const account = (id: string, name: string): AccountRow => ({
  id,
  plugin: "p",
  name,
  kind: "k",
  settings: "{}",
  revision: id,
  createdMillis: 1,
  keyId: "key",
  seal: new Uint8Array(1),
  secrets: []
})
const entry = (key: string, fetchedAtMillis: number) => ({
  scope: "p/before@host",
  operation: "o",
  keys: [key],
  match: true,
  status: 200,
  body: {},
  fetchedAtMillis,
  expiresAtMillis: fetchedAtMillis + 1_000
})

it("the one who stores waits for the account before it touches an answer of it that has expired", async () => {
  const url = await databases.withTables()
  const [storing, renaming] = [0, 1].map(() => ManagedRuntime.make(storesAt({ directory: directory(), url })))
  onTestFinished(async () => void (await Promise.all([storing?.dispose(), renaming?.dispose()])))
  if (storing === undefined || renaming === undefined) throw new Error("two are made above")
  const store = (key: string, atMillis: number) =>
    Effect.flatMap(LookupCache, (cache) => cache.store(entry(key, atMillis))).pipe(
      Effect.provideService(BuyerOfRun, { buyer: { origin: "one", scope: "p/before" } })
    )
  await storing.runPromise(Effect.flatMap(AccountRows, (rows) => rows.put(account("one", "before"))))
  await storing.runPromise(store("old", 1_000))

  const rename = Effect.gen(function* () {
    const sql = yield* SqlClient
    const rows = yield* AccountRows
    yield* rows.remove("one")
    const fiber = storing.runFork(store("new", 10_000))
    const isWaiting = sql`SELECT 1 FROM pg_locks WHERE NOT granted
      AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`
    while ((yield* isWaiting).length === 0) yield* Effect.sleep("10 millis")
    // Less than after which PostgreSQL looks for a deadlock, and ends one of the two.
    yield* sql`SET LOCAL lock_timeout = '300ms'`
    yield* rows.moveAnswers({ plugin: "p", name: "before" }, { plugin: "p", name: "after" })
    yield* rows.put({ ...account("two", "after"), origin: "one" })
    return fiber
  })
  const fiber = await renaming.runPromise(Effect.flatMap(SqlClient, (sql) => sql.withTransaction(rename)))
  await storing.runPromise(Fiber.join(fiber))
  const rows = await renaming.runPromise(Effect.flatMap(SqlClient, (sql) => sql`SELECT scope, key FROM lookup_keys`))
  expect(rows).toEqual([{ scope: "p/after@host", key: "new" }])
})

/** Leads to the version from before these indexes. */
const BEFORE_INDEXES = [
  "DROP INDEX deliveries_listed, deliveries_state, inbox_age, audit_account_runs, deliveries_due",
  "ALTER TABLE deliveries DROP COLUMN locked_by, DROP COLUMN locked_until",
  "CREATE INDEX deliveries_event ON deliveries (event_id)",
  `UPDATE inlay_tables SET version = ${latest - 12}`
]

it("a new program makes an index of one table while a server of the previous version writes to two", async () => {
  const url = await databases.withTables()
  await databases.execute(url, ...BEFORE_INDEXES)
  const starting = ManagedRuntime.make(storesAt({ directory: directory(), url }))
  onTestFinished(() => starting.dispose())
  const names = SqlClient.use((sql) => sql<{ readonly name: string }>`SELECT indexname AS name FROM pg_indexes`)
  const both = SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`UPDATE inbox SET tries = 0`
        const fiber = starting.runFork(names)
        const isWaiting = sql`SELECT 1 FROM pg_locks WHERE relation = 'inbox'::regclass AND NOT granted`
        while ((yield* isWaiting).length === 0) yield* Effect.sleep("10 millis")
        yield* sql`SET LOCAL lock_timeout = '300ms'`
        yield* sql`UPDATE deliveries SET tries = 0`
        return fiber
      })
    )
  )
  const made = (await Effect.runPromise(Fiber.join(await inDatabase(url, both)))).map(({ name }) => name)
  expect(made).toEqual(expect.arrayContaining(["deliveries_listed", "inbox_age", "audit_account_runs"]))
})

it("a new program that waits for a table which a backup reads lets others use the table meanwhile, and says so", async () => {
  const url = await databases.withTables()
  await databases.execute(url, ...BEFORE_INDEXES)
  const logged: Array<string> = []
  const logger = Logger.layer([Logger.make(({ message }) => void logged.push(String(message)))])
  const starting = ManagedRuntime.make(Layer.provide(storesAt({ directory: directory(), url }), logger))
  onTestFinished(() => starting.dispose())
  const version = SqlClient.use((sql) => sql`SELECT version FROM inlay_tables`)
  const backup = SqlClient.use((sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`SELECT count(*) FROM deliveries`
        const fiber = starting.runFork(version)
        const isWaiting = sql`SELECT 1 FROM pg_locks WHERE relation = 'deliveries'::regclass AND NOT granted`
        while ((yield* isWaiting).length === 0) yield* Effect.sleep("10 millis")
        yield* Effect.promise(() =>
          databases.execute(url, "SET lock_timeout = '5s'", "SELECT count(*) FROM deliveries")
        )
        while (logged.length === 0) yield* Effect.sleep("100 millis")
        return fiber
      })
    )
  )
  const started = await Effect.runPromise(Fiber.join(await inDatabase(url, backup)))
  expect(started).toEqual([{ version: latest }])
  expect(logged).toEqual([expect.stringMatching(/being brought to version \d+\..* a backup/)])
})
