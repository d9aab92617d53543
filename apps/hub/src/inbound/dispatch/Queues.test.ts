/** What a server does with the queues that it finds at its start, and a program beside it does not; on both databases. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import * as Queues from "./Queues.ts"

const { all } = backends()

const found = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ readonly id: string; readonly by: string | null }>`SELECT id, acquired_by AS "by" FROM dispatch_queue
      ORDER BY id`,
    (rows) => rows.map(({ id, by }) => (by === null ? id : `${id} locked`))
  )
)

/** Two deliveries that wait, of which one is locked, the wake of one that is over, and what was taken of two others. */
const left = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { offer, open } = yield* Queues.Queues
  const waiting = ["msg_a", "msg_b"]
  for (const [index, id] of waiting.entries()) {
    const row = { id, subscription: "sub_1", queue: "q", event_id: index, state: "pending", created_millis: 0 }
    yield* sql`INSERT INTO deliveries ${sql.insert(row)}`
  }
  for (const id of [...waiting, "msg_over"]) yield* offer("q", { id, wake: 0 }, 0)
  yield* sql`UPDATE dispatch_queue SET acquired_by = ${crypto.randomUUID()}, acquired_at = CURRENT_TIMESTAMP
    WHERE id = 'msg_a.0'`
  const other = yield* open("other")
  for (const id of ["msg_old", "msg_young"]) {
    yield* offer("other", { id, wake: 0 }, 0)
    yield* other.take(() => Effect.void)
  }
  yield* sql`UPDATE dispatch_queue SET updated_at = '2026-01-01 00:00:00' WHERE id = 'msg_old.0'`
}).pipe(Effect.provide(Queues.besideServer))

describe.each(all)("the queues on $name", ({ name, stores }) => {
  it.live("keep what waits and what ended today, and on SQLite no lock, of which the holder was killed", () =>
    Effect.gen(function* () {
      yield* left
      yield* Layer.build(Queues.besideServer)
      expect(yield* found).toEqual(["msg_a.0 locked", "msg_b.0", "msg_old.0", "msg_over.0", "msg_young.0"])
      yield* Layer.build(Queues.layer)
      const services = yield* Effect.context<SqlClient.SqlClient>()
      const rows = () => Effect.runPromiseWith(services)(found)
      const first = name === "SQLite" ? "msg_a.0" : "msg_a.0 locked"
      yield* Effect.promise(() => expect.poll(rows).toEqual([first, "msg_b.0", "msg_young.0"]))
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )

  it.live("say nothing of a failure in the log of all details if there was none", () => {
    const lines: Array<string> = []
    const log = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
    const everything = Layer.merge(Logger.layer([log]), Layer.succeed(References.MinimumLogLevel, "All"))
    return Layer.build(Queues.layer).pipe(
      Effect.andThen(Effect.sleep("50 millis")),
      Effect.map(() => expect(lines.filter((line) => line.startsWith("Error"))).toEqual([])),
      Effect.scoped,
      Effect.provide(Layer.provideMerge(stores(), everything))
    )
  })
})
