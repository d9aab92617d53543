/**
 * Leases for work that one of the servers sharing a database does for all of them. A server renews its lease while it
 * works. If the server is killed or stalls, the lease expires soon and another server takes over; work whose lease was
 * lost is interrupted.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { isRemoval } from "./removals.ts"

/** Long enough to tolerate some clock difference between servers. */
const LIFE = Duration.minutes(1)
const RENEWAL = Duration.seconds(15)
/**
 * The longest lease that any version of this program has taken. A lease that ends later was written with a wrong clock.
 */
const LONGEST = Duration.minutes(20)

export class Leases extends Context.Service<
  Leases,
  {
    /**
     * Runs `work` if no other server holds the lease, and releases the lease afterwards. Returns undefined if another
     * server holds it.
     */
    readonly having: <A, E, R>(
      name: string,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A | undefined, E | StorageError, R>
  }
>()("@inlay/hub/Leases") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, dialect } = yield* Database
  const holder = crypto.randomUUID()
  if (dialect === "sqlite") {
    // On SQLite a data directory has one server, which is just starting: the holders of these leases were killed. A
    // removal may be another program's, such as `inlay disconnect`.
    yield* Effect.orDie(write(sql`DELETE FROM leases WHERE NOT (${isRemoval(sql)})`))
  }

  const take = (name: string) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* write(
        sql`INSERT INTO leases ${sql.insert({ name, holder, ends_millis: now + Duration.toMillis(LIFE) })}
          ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_millis = excluded.ends_millis
            WHERE leases.ends_millis <= ${now} OR leases.holder = excluded.holder
              OR leases.ends_millis > ${now + Duration.toMillis(LONGEST)}
          RETURNING holder`
      )
      return rows.length > 0
    }).pipe((taking) => storeOperation("leases.take", taking))

  const give = (name: string) => write(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`)

  /**
   * Completes once another server holds the lease. While the database cannot be reached, the lease counts as still
   * held.
   */
  const leaseLost = (name: string) =>
    Effect.sleep(RENEWAL).pipe(
      Effect.andThen(Effect.orElseSucceed(take(name), () => true)),
      Effect.repeat({ while: (isOwn) => isOwn }),
      Effect.as(undefined)
    )

  return Leases.of({
    // Interruption between taking the lease and starting the work must also release it, or others would wait for its
    // expiry.
    having: (name, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(name), (isTaken) =>
          isTaken
            ? Effect.ensuring(restore(Effect.raceFirst(work, leaseLost(name))), Effect.ignore(give(name)))
            : Effect.succeed(undefined)
        )
      )
  })
})

export const layer: Layer.Layer<Leases, never, SqlClient.SqlClient | Database> = Layer.effect(Leases, make)
