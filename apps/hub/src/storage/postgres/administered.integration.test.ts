/** A database for which the administrator has set other defaults than PostgreSQL's own. */
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { SqlClient } from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { storesOpener } from "../../testing/postgres/stores.ts"
import { inlay } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const databases = temporaryDatabases()
const directory = temporaryDirectories()

const opened = storesOpener()

/** Makes every connection to the database from now on begin with a setting. */
const administer = (url: string, setting: string) =>
  databases.execute(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET ${setting}`)

const waitUntilOneWaits = Effect.gen(function* () {
  const sql = yield* SqlClient
  const waiting = sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  while ((yield* waiting).length === 0) yield* Effect.sleep("10 millis")
})

it.each(["repeatable read", "serializable"])(
  "%s: who waited for a turn reads what was committed meanwhile, as caps require",
  async (isolation) => {
    const url = await databases.withTables()
    await administer(url, `default_transaction_isolation = '${isolation}'`)
    const [first, second] = [opened(url), opened(url)]
    const names = Effect.flatMap(SqlClient, (sql) => sql`SELECT name FROM directory`)
    const inTurn = <A, E, R>(body: Effect.Effect<A, E, R>) =>
      Effect.flatMap(Database, ({ alone }) => alone("one turn", body))
    const reading = await first.runPromise(
      inTurn(
        Effect.gen(function* () {
          const sql = yield* SqlClient
          const fiber = second.runFork(inTurn(names))
          yield* waitUntilOneWaits
          yield* sql`UPDATE directory SET name = 'changed'`
          return fiber
        })
      )
    )
    expect(await Effect.runPromise(Fiber.join(reading))).toEqual([{ name: "changed" }])
  }
)

it("a lock_timeout: a program that starts while another one makes the tables waits for it", async () => {
  const url = await databases.next()
  await administer(url, "lock_timeout = '100ms'")
  const start = () => inlay(["accounts"], { env: { INLAY_DATABASE: url, INLAY_DATA: directory() } })
  const started = await inDatabase(
    url,
    Effect.flatMap(SqlClient, (sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`SELECT pg_advisory_xact_lock(hashtextextended('inlay migrations', 0))::text`
          const output = start()
          yield* waitUntilOneWaits
          yield* Effect.sleep("500 millis")
          return { output }
        })
      )
    )
  )
  expect((await started.output).code).toBe(0)
})

it("an encoding that cannot store every text is refused at the start, with the right one", async () => {
  const url = new URL(await databases.next())
  const name = `latin_${crypto.randomUUID().slice(0, 8)}`
  await databases.execute(
    url.href,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`
  )
  onTestFinished(() => databases.execute(url.href, `DROP DATABASE ${name}`).then(() => undefined))
  const { code, stderr } = await inlay(["accounts"], {
    env: { INLAY_DATABASE: Object.assign(new URL(url), { pathname: name }).href, INLAY_DATA: directory() }
  })
  expect([code, stderr]).toEqual([1, expect.stringContaining("LATIN1: create it with ENCODING 'UTF8'")])
})
