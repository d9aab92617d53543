/** What one server of a database does for all of them: it has a lease, which ends by itself where it was killed. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

export class Leases extends Context.Service<
  Leases,
  {
    /** Runs it where no other server has the lease, and gives the lease back after; `undefined` where one has. */
    readonly having: <A, E, R>(
      name: string,
      lifeMillis: number,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A | undefined, E | StorageError, R>
  }
>()("@inlay/hub/Leases") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write }]) => {
  const holder = crypto.randomUUID()
  const take = Effect.fnUntraced(function* (name: string, lifeMillis: number) {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* write(
      sql`INSERT INTO leases ${sql.insert({ name, holder, ends_millis: now + lifeMillis })}
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_millis = excluded.ends_millis
          WHERE leases.ends_millis <= ${now} OR leases.holder = excluded.holder
            -- Longer than any lease: a wrong clock wrote it.
            OR leases.ends_millis > ${now + 2 * lifeMillis}
        RETURNING holder`
    )
    return rows.length > 0
  })
  const give = (name: string) => write(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`)
  return Leases.of({
    // Who is stopped between taking and working gives it back too: others would wait for its end.
    having: (name, lifeMillis, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(stored("leases.take", take(name, lifeMillis)), (isTaken) =>
          isTaken ? Effect.ensuring(restore(work), Effect.ignore(give(name))) : Effect.succeed(undefined)
        )
      )
  })
})

export const layer: Layer.Layer<Leases, never, SqlClient.SqlClient | Database> = Layer.effect(Leases, make)
