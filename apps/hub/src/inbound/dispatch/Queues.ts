/**
 * Effect's persisted queues over the hub's database: one of a destination each. An element names a delivery and which of its
 * wakes this is; the delivery's row is the truth.
 */
import { createHash } from "node:crypto"

import { Database } from "@inlay/sql-stores/Database"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { SqlError, UnknownError } from "effect/sql/SqlError"

const TABLE = "dispatch_queue"
/** Another process takes over what one had under way that was killed, or has stopped, and renews its locks no longer. */
const LOCK = Duration.seconds(15)
const LOCK_REFRESH = Duration.seconds(3)
/** A delivery ends by its own row, never by its queue. */
const MAX_TAKES = 1_000_000
const AFTER_A_BUG = Schedule.spaced(Duration.seconds(5))
const KEPT = Duration.days(1)

const Wake = Schema.Struct({ id: Schema.String, wake: Schema.Int })
export type Wake = typeof Wake.Type

const NAME_CHARS = 32

/** The queue of an address: what hangs there delays what goes there alone. */
export const queueOfUrl = (url: string): string =>
  `d_${createHash("sha256").update(url).digest("hex").slice(0, NAME_CHARS)}`

export type Queue = PersistedQueue.PersistedQueue<Wake>

export class Queues extends Context.Service<
  Queues,
  {
    readonly open: (name: string) => Effect.Effect<Queue>
    /** Within a transaction it is a part of it. @param delayMillis not before */
    readonly offer: (name: string, wake: Wake, delayMillis: number) => Effect.Effect<void, SqlError>
  }
>()("@inlay/hub/Queues") {}

type Store = PersistedQueue.PersistedQueueStore["Service"]

/** What settles an element is written with whatever else is written at that moment. */
const grouped = (store: Store, { write }: Database["Service"]): Store => ({
  ...store,
  take: (options) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Effect.addFinalizer((exit) => Effect.orDie(write(Scope.close(scope, exit))))
      return yield* Scope.provide(store.take(options), scope)
    })
})

const failed = (cause: unknown) =>
  new SqlError({ reason: new UnknownError({ message: "a queue cannot be written", operation: "execute", cause }) })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const isAlone = database.dialect === "sqlite"
  const options = {
    tableName: TABLE,
    // Others' offers are seen by looking; on SQLite there are none.
    pollInterval: isAlone ? Duration.millis(500) : Duration.millis(100),
    lockExpiration: LOCK,
    lockRefreshInterval: LOCK_REFRESH
  }
  // Its tables are made while no other server does so.
  yield* Effect.orDie(database.alone("dispatch queue", Effect.scoped(PersistedQueue.makeStoreSql(options))))
  if (isAlone) {
    // The directory has one server, and this one has just begun: whoever held these was killed.
    yield* Effect.orDie(
      database.write(sql`UPDATE ${sql(TABLE)} SET acquired_at = NULL, acquired_by = NULL WHERE acquired_by IS NOT NULL`)
    )
    // Further off than any pause: this machine's clock was ahead.
    yield* Effect.orDie(
      database.write(
        sql`UPDATE ${sql(TABLE)} SET visible_at = CURRENT_TIMESTAMP
          WHERE state = 'pending' AND visible_at > datetime(CURRENT_TIMESTAMP, '+2 days')`
      )
    )
  }
  const store = grouped(yield* Effect.orDie(PersistedQueue.makeStoreSql(options)), database)
  yield* store
    .cleanup({ timeToLive: KEPT, failedTimeToLive: KEPT })
    .pipe(Effect.ignore, Effect.repeat(Schedule.spaced(Duration.hours(1))), Effect.forkScoped)
  const factory = yield* Effect.provideService(PersistedQueue.makeFactory, PersistedQueue.PersistedQueueStore, store)
  const open = (name: string) =>
    factory.make({ name, schema: Wake, maxAttempts: MAX_TAKES, retrySchedule: AFTER_A_BUG })
  return Queues.of({
    open,
    offer: (name, wake, delayMillis) =>
      Effect.flatMap(open(name), (queue) =>
        queue.offer(wake, { id: `${wake.id}.${wake.wake}`, delay: Duration.millis(delayMillis) })
      ).pipe(Effect.mapError(failed), Effect.asVoid)
  })
})

export const layer: Layer.Layer<Queues, never, SqlClient.SqlClient | Database> = Layer.effect(Queues, make)
