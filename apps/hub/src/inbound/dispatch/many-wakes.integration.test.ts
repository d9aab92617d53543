/** A backlog of deliveries: leftover wakes are found without comparing each wake with each delivery; on both databases. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { storesAt } from "../../testing/places.ts"
import * as Queues from "./Queues.ts"

const { all, databases } = backends()

const PENDING = 20_000

/** Stands for a longer backlog: from 8 MB of texts on, PostgreSQL holds no set of them in memory. */
const LITTLE_MEMORY = `DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET work_mem = ''64kB''', current_database());
  END $$`

const fill = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.andThen(
    sql`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${PENDING})
      INSERT INTO deliveries (id, subscription, queue, event_id, state, wakes, next_millis, created_millis)
      SELECT 'msg_' || n, 'sub', 'd_1', n, 'pending', 3, 0, 0 FROM numbers`,
    sql`INSERT INTO dispatch_queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      SELECT id || '.' || (CASE WHEN event_id = 7 THEN 2 ELSE wakes END), queue, '{}', 'pending', 0, CURRENT_TIMESTAMP,
        CURRENT_TIMESTAMP, CURRENT_TIMESTAMP FROM deliveries`
  )
)

it.each(all)("leftover wakes of a backlog are found in a moment, on $name", { timeout: 60_000 }, async ({ place }) => {
  const at = await place()
  if (at.url !== undefined) await databases.execute(at.url, LITTLE_MEMORY)
  const seconds = await Effect.runPromise(
    Effect.gen(function* () {
      yield* fill
      const sql = yield* SqlClient.SqlClient
      yield* sql`ANALYZE`
      const start = performance.now()
      yield* Queues.removeLeftovers
      const end = performance.now()
      expect(yield* sql`SELECT count(*) AS count FROM dispatch_queue WHERE id <> 'msg_7.2'`).toEqual([
        { count: PENDING - 1 }
      ])
      expect(yield* sql`SELECT id FROM dispatch_queue WHERE id = 'msg_7.2'`).toEqual([])
      return (end - start) / 1000
    }).pipe(Effect.scoped, Effect.provide(Queues.layer.pipe(Layer.provideMerge(storesAt(at)))), Effect.orDie)
  )
  expect(seconds).toBeLessThan(2)
})
