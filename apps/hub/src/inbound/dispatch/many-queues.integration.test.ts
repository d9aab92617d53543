/** Many destinations with something due at the same moment, on PostgreSQL, whose connections a server has few of. */
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { inDatabase } from "../../testing/postgres/client.ts"
import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const COUNT = 100
const AHEAD_MILLIS = 5_000
const MAX_TAKES = 8

const databases = temporaryDatabases()
const directory = temporaryDirectories()

it("leave connections for everything else, such as locks that must be renewed in time", async () => {
  const url = await databases.withTables()
  const hub = await hubForTest({ directory: directory(), url })
  const due = Date.now() + AHEAD_MILLIS
  const holdingUp = Effect.gen(function* () {
    const sql = yield* SqlClient
    for (let id = 1; id <= COUNT; id++) {
      const row = { id: `msg_${id}`, subscription: "sub", queue: `d_${id}`, event_id: id, state: "pending" }
      yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, next_millis: due, created_millis: 0 })}`
    }
    const waiting = Effect.map(
      sql<{ readonly count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ([row]) => row?.count
    )
    // Nothing can be taken until this transaction ends.
    const locked = Effect.gen(function* () {
      yield* sql`LOCK TABLE deliveries IN SHARE MODE`
      yield* Effect.repeat(waiting, { while: (count) => count === undefined || count < MAX_TAKES })
      yield* Effect.sleep("1 second")
      expect(yield* waiting).toBe(MAX_TAKES)
      expect((yield* Effect.promise(() => hub.api("GET", "/api/subscriptions"))).status).toBe(200)
    })
    yield* sql.withTransaction(locked)
  })
  await inDatabase(url, Effect.orDie(holdingUp))
})
