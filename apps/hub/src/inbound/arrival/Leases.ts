/**
 * What one server of a database does for all of them: it has a lease, which it renews as long as it is at work. Where it was
 * killed or stopped, the lease ends soon, and another server goes on; who has lost it stops.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

/** Clocks of several servers may differ by some of it. */
const LIFE = Duration.minutes(1)
const RENEWAL = Duration.seconds(15)
/** The longest that any version of this program has taken; a wrong clock wrote what ends later. */
const LONGEST = Duration.minutes(20)

export class Leases extends Context.Service<
  Leases,
  {
    /** Runs it where no other server has the lease, and gives the lease back after; `undefined` where one has. */
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
    // The directory has one server, and this one has just begun: whoever held these was killed.
    yield* Effect.orDie(write(sql`DELETE FROM leases`))
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
    }).pipe((taking) => stored("leases.take", taking))

  const give = (name: string) => write(sql`DELETE FROM leases WHERE name = ${name} AND holder = ${holder}`)

  /** Ends once another server has it; while the database cannot be asked, it is as it was. */
  const lost = (name: string) =>
    Effect.sleep(RENEWAL).pipe(
      Effect.andThen(Effect.orElseSucceed(take(name), () => true)),
      Effect.repeat({ while: (isOwn) => isOwn }),
      Effect.as(undefined)
    )

  return Leases.of({
    // Who is stopped between taking and working gives it back too: others would wait for its end.
    having: (name, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(take(name), (isTaken) =>
          isTaken
            ? Effect.ensuring(restore(Effect.raceFirst(work, lost(name))), Effect.ignore(give(name)))
            : Effect.succeed(undefined)
        )
      )
  })
})

export const layer: Layer.Layer<Leases, never, SqlClient.SqlClient | Database> = Layer.effect(Leases, make)
