/** A server that refuses: it takes no more connections, or, after a failover, it is one that takes no writes. */
import { inspect } from "node:util"

import { Ledger } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { Database } from "@inlay/sql-stores/Database"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import * as ByStatement from "../../inbound/receive/by-statement.ts"
import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { startPostgres } from "../../testing/postgres/server.ts"
import { storesOpener } from "../../testing/postgres/stores.ts"
import { inlay } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { AccountRows } from "../AccountRows.ts"
import type { Storage } from "../Storage.ts"

const wordsOf = (error: unknown): string => inspect(error, { depth: 8 })

const databases = temporaryDatabases()
const directory = temporaryDirectories()

const opened = storesOpener()

/** A database of a user to whom limits apply; they do not apply to the user of the tests. */
const limited = async () => {
  const url = await databases.withTables()
  const name = `limited_${crypto.randomUUID().slice(0, 8)}`
  await databases.execute(
    url,
    `CREATE ROLE ${name} LOGIN PASSWORD 'pw'`,
    `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${name}`
  )
  onTestFinished(() => databases.execute(url, `DROP OWNED BY ${name}`, `DROP ROLE ${name}`).then(() => undefined))
  return { url, name, own: url.replace(/\/\/[^@]*@/, `//${name}:pw@`) }
}

it("that has fewer connections than a hub would use fails nothing: a statement waits until one is free", async () => {
  const { url, name, own } = await limited()
  await databases.execute(url, `ALTER ROLE ${name} CONNECTION LIMIT 2`)
  const slow = Effect.flatMap(SqlClient, (sql) => sql`SELECT pg_sleep(0.1)::text`)
  const results = await opened(own).runPromise(
    Effect.forEach(Array.from({ length: 10 }), () => Effect.result(slow), { concurrency: 10 })
  )
  expect(results.map(({ _tag }) => _tag)).toEqual(results.map(() => "Success"))
})

it("that takes no connection at all fails typed, in the end", async () => {
  const { url, name, own } = await limited()
  await databases.execute(url, `ALTER ROLE ${name} CONNECTION LIMIT 0`)
  const error = await opened(own)
    .runPromise(AccountRows)
    .then(
      () => expect.unreachable(),
      (failure: StorageError) => failure
    )
  expect([error._tag, error.message]).toEqual(["StorageError", expect.stringMatching(/too many connections/)])
  expect(error.remedy).toEqual({ to: "read", text: expect.stringMatching(/up to 10 connections/) })
})

it("that has no such database is said to lack it, with what to do", async () => {
  const url = new URL("/no_such_database", await databases.next())
  const { code, stderr } = await inlay(["accounts", "--database", url.href])
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/"no_such_database" does\s+not exist.*Create the database/s)
  ])
})

it("that takes no writes is refused by a server at its start, with what to do", async () => {
  const { url, name, own } = await limited()
  await databases.execute(url, `ALTER ROLE ${name} SET default_transaction_read_only = on`)
  const { code, stderr } = await inlay(["serve", "--port", "0"], {
    env: { INLAY_DATABASE: own, INLAY_DATA: directory() }
  })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Refused: .*read-only.*takes no writes/s)])
})

it("that took no writes is left for the one at its address by now, and nothing has to be started again", async () => {
  const { url, name, own } = await limited()
  const setReadOnly = (isReadOnly: boolean) =>
    databases.execute(
      url,
      `ALTER ROLE ${name} ${isReadOnly ? "SET" : "RESET"} default_transaction_read_only ${isReadOnly ? "= on" : ""}`
    )
  const { runPromise } = opened(own)
  const write = Effect.flatMap(AccountRows, (rows) =>
    rows.exclusively(
      rows.put({
        id: "id",
        plugin: "p",
        name: "n",
        kind: "k",
        settings: "{}",
        revision: "r",
        createdMillis: 1,
        keyId: "key",
        seal: new Uint8Array(1),
        secrets: []
      })
    )
  )
  // New connections reach a server that takes no writes, such as the one that was the primary before.
  await setReadOnly(true)
  const error = await runPromise(Effect.flip(write))
  expect([error.message, error.remedy]).toEqual([
    expect.stringMatching(/read-only transaction/),
    { to: "read", text: expect.stringMatching(/takes no writes/) }
  ])
  // The pool has connections to it by now, and new ones reach the new primary.
  await runPromise(
    Effect.forEach(Array.from({ length: 5 }), () => Effect.flatMap(AccountRows, (rows) => rows.names), {
      concurrency: 5
    })
  )
  await setReadOnly(false)
  await runPromise(write)
})

/** What is said of each of sixty webhooks that arrive at once. */
const manyWebhooks = Effect.flatMap(ByStatement.make, ({ add }) =>
  Effect.forEach(
    Array.from({ length: 60 }, (_, number) => Buffer.from(String(number))),
    (body) =>
      Effect.callback<unknown>((resume) =>
        add({ hook: "hook", headers: "{}", body, source: "webhook", receivedMillis: 0 }, (problem) =>
          resume(Effect.succeed(problem))
        )
      ),
    { concurrency: "unbounded" }
  )
)

/** The failure of an effect; `undefined` if it succeeds. */
const failureOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onFailure: (error) => error, onSuccess: () => undefined })

const SETTLED = { state: "settled", charged: 0 } as const

const RESERVATION = {
  scope: "plugin/env",
  purse: "",
  operation: "find",
  estimate: 2,
  run: "run-1",
  nowMillis: 0,
  leaseMillis: 60_000,
  caps: {},
  decision: "block"
} as const

/** What is said of each of sixty reservations of one account. */
const manyReservations = Ledger.use(({ reserve }) =>
  Effect.forEach(
    Array.from({ length: 60 }, (_, number) => `key ${number}`),
    (key) => failureOf(reserve({ ...RESERVATION, keys: [key] })),
    { concurrency: "unbounded" }
  )
)

it("that is shutting down or starting refuses all webhooks that wait together at once", async () => {
  const server = await startPostgres()
  onTestFinished(server.stop)
  const url = server.url("postgres")
  const hub = opened(url)
  await hub.runPromise(manyWebhooks)
  const ending = Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* Effect.promise(() => {
      void server.drain()
      return expect
        .poll(
          () =>
            inDatabase(
              url,
              SqlClient.use((one) => one`SELECT 1`)
            ).then(() => "", wordsOf),
          { timeout: 20_000 }
        )
        .toMatch(/shutting down/)
    })
    // The hub's own connections end, and new ones are refused as long as this one is open.
    yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
      AND application_name = 'inlay'`
    const begin = performance.now()
    const problems = yield* Effect.promise(() => hub.runPromise(manyWebhooks))
    return { problems, millis: performance.now() - begin }
  })
  const { problems, millis } = await inDatabase(
    url,
    SqlClient.use((sql) => sql.withTransaction(Effect.andThen(sql`SELECT 1`, ending)))
  )
  expect(problems.filter((problem) => problem === undefined)).toEqual([])
  expect(millis).toBeLessThan(6_000)
})

it.each<[string, Effect.Effect<ReadonlyArray<unknown>, never, Storage | SqlClient | Database>]>([
  ["webhooks that wait together", manyWebhooks],
  ["paid calls that wait together", manyReservations],
  ["outcomes of a paid call", Effect.map(failureOf(Ledger.use(({ settle }) => settle("id", SETTLED))), Arr.of)]
])("that takes no writes refuses all %s at once, and not one after another", async (_, writing) => {
  const { url, name, own } = await limited()
  await databases.execute(url, `ALTER ROLE ${name} SET default_transaction_read_only = on`)
  const sessions = () =>
    inDatabase(
      url,
      SqlClient.use(
        (sql) => sql<{ readonly count: number }>`SELECT sessions::int AS count FROM pg_stat_database
          WHERE datname = current_database()`
      )
    ).then(([row]) => row?.count ?? Number.NaN)
  const before = await sessions()
  const problems = await opened(own).runPromise(writing)
  expect(problems.filter((problem) => problem === undefined)).toEqual([])
  // Each try costs a connection, because a new one may lead to another server.
  expect((await sessions()) - before).toBeLessThan(30)
})
