/**
 * Effect's persisted queues over the hub's database, one for each destination. An element names a delivery and one of
 * its wakes; the delivery's row is the source of truth.
 */
import { createHash } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storageError } from "@inlay/sql-stores/store-operation"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as PersistedQueue from "effect/persistence/PersistedQueue"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, SqlError, UnknownError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"

import { Outage } from "../../serving/outage.ts"

const TABLE = "dispatch_queue"
/**
 * A process that was killed or stalled stops renewing its locks. Another process then takes over its elements after
 * this time.
 */
const LOCK = Duration.seconds(15)
const LOCK_REFRESH = Duration.seconds(3)
/** The delivery's row decides when it ends, never its queue. */
const MAX_TAKES = 1_000_000
const AFTER_A_BUG = Schedule.spaced(Duration.seconds(5))
const KEPT = Duration.days(1)
/** How often to look whether the clock was set. */
const LOOK = Duration.seconds(10)
/** A smaller difference is no jump. */
const JUMP = Duration.seconds(5)

const Wake = Schema.Struct({ id: Schema.String, wake: Schema.Int })
export type Wake = typeof Wake.Type

const NAME_CHARS = 32

/** The queue of an address. A receiver that hangs delays only its own queue. */
export const queueOfUrl = (url: string): string =>
  `d_${createHash("sha256").update(url).digest("hex").slice(0, NAME_CHARS)}`

export type Queue = PersistedQueue.PersistedQueue<Wake>

export class Queues extends Context.Service<
  Queues,
  {
    readonly open: (name: string) => Effect.Effect<Queue>
    /**
     * Joins the current transaction, if there is one.
     * @param delayMillis the earliest time from now at which the element is taken
     */
    readonly offer: (name: string, wake: Wake, delayMillis: number) => Effect.Effect<void, SqlError>
  }
>()("@inlay/hub/Queues") {}

type Store = PersistedQueue.PersistedQueueStore["Service"]

/** Settles elements in the same commit as other writes of that moment. */
const groupedStore = (
  store: Store,
  { write }: Database["Service"],
  logged: Effect.Success<typeof logTogether>
): Store => ({
  ...store,
  take: (options) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Effect.addFinalizer((exit) => Effect.orDie(write(Scope.close(scope, exit))))
      return yield* logged(Scope.provide(store.take(options), scope))
    })
})

const queueError = (cause: unknown) =>
  new SqlError({ reason: new UnknownError({ message: "a queue cannot be written", operation: "execute", cause }) })

/**
 * Makes the elements of pending deliveries visible once these are due. On SQLite they are hidden by this machine's
 * clock: if it was ahead when they were offered, and is right again, they would stay hidden for as long as it was ahead.
 */
const align = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const later = (seconds: Fragment) => sql`datetime(CURRENT_TIMESTAMP, '+' || (${seconds}) || ' seconds')`
  yield* write(sql`UPDATE ${sql(TABLE)} SET visible_at = ${later(sql`due.seconds`)}
    FROM (SELECT id || '.' || wakes AS wake, queue, max(0, coalesce(next_millis, 0) - ${now}) / 1000 + 1 AS seconds
      FROM deliveries WHERE state = 'pending') AS due
    WHERE ${sql(TABLE)}.id = due.wake AND queue_name = due.queue AND state = 'pending' AND acquired_by IS NULL
      AND visible_at > ${later(sql`due.seconds + ${Duration.toSeconds(JUMP)}`)}`)
})

/**
 * Aligns at the start, and whenever the time of day has jumped, or the time that is trusted: the clock was set or
 * confirmed, or the machine slept. Not with every look, because that goes through all deliveries, and there may be
 * 100,000 that wait for an agent which is down.
 */
const aligning = Effect.suspend(() => {
  let before = { system: Number.NaN, trusted: Number.NaN }
  const look = Effect.gen(function* () {
    const monotonic = performance.now()
    const offsets = { system: Date.now() - monotonic, trusted: (yield* Clock.currentTimeMillis) - monotonic }
    const isSteady = (clock: keyof typeof before) => Math.abs(offsets[clock] - before[clock]) < Duration.toMillis(JUMP)
    if (!isSteady("system") || !isSteady("trusted")) yield* align
    before = offsets
  })
  return look.pipe(Effect.ignoreCause, Effect.repeat(Schedule.spaced(LOOK)))
})

/**
 * Removes wakes that nobody waits for: of deliveries that were given up, or woken before their pause was over. Their
 * queue has no workers, so they would stay for ever. A delivery and its wake are always written together.
 */
export const removeLeftovers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  // Not `NOT IN`: PostgreSQL would compare each wake with each delivery as soon as they do not fit into its memory.
  yield* write(sql`DELETE FROM ${sql(TABLE)} WHERE state = 'pending' AND acquired_by IS NULL
    AND id IN (SELECT id FROM ${sql(TABLE)} WHERE state = 'pending'
      EXCEPT SELECT id || '.' || wakes FROM deliveries WHERE state = 'pending')`)
})

/** For Effect it is a defect if the tables cannot be made. For an operator it is a database that takes no writes. */
const opening = <A, R>(effect: Effect.Effect<A, SqlError, R>): Effect.Effect<A, StorageError, R> =>
  effect.pipe(
    Effect.catchDefect((defect) => (isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect))),
    Effect.mapError(storageError("opening the queue of deliveries"))
  )

/** What the log says if the database does not say what is due. */
export const UNREADABLE = "deliveries: the database cannot be read."

/**
 * Effect logs each failure of each queue, several times a second. They are failures of the database, which this server
 * logs for all of its work together.
 */
const logTogether = Effect.gen(function* () {
  const { failed } = yield* Outage
  const fork = Effect.runForkWith(yield* Effect.context())
  const logger = Logger.make(({ message, cause }) => {
    const causes = [...(Array.isArray(message) ? (message as ReadonlyArray<unknown>) : [message]), cause]
    const reasons = causes.filter(Cause.isCause).flatMap((one) => one.reasons)
    // With --log-level debug, it also logs that the tables are up to date.
    if (reasons.length > 0) fork(failed(UNREADABLE, Cause.fromReasons(reasons)))
  })
  return Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
})

/** @param isServer whether this is a server, which takes what is offered, and keeps the queues in order */
const make = Effect.fnUntraced(function* (isServer: boolean) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const isAlone = database.dialect === "sqlite"
  const options = {
    tableName: TABLE,
    // Polling finds the offers of other servers. On SQLite there are none.
    pollInterval: isAlone ? Duration.millis(500) : Duration.millis(100),
    lockExpiration: LOCK,
    lockRefreshInterval: LOCK_REFRESH
  }
  // A database that takes no writes says so here. Effect goes on after such an answer, to one that says nothing.
  const canWrite = sql`UPDATE directory SET name = name`
  // Creates the queue's tables while no other server does so.
  const creating = Effect.andThen(canWrite, Effect.scoped(PersistedQueue.makeStoreSql(options)))
  yield* opening(database.alone("dispatch queue", creating))
  if (isServer && isAlone) {
    // On SQLite a data directory has one server, which is just starting: the holders of these locks were killed.
    yield* opening(
      database.write(sql`UPDATE ${sql(TABLE)} SET acquired_at = NULL, acquired_by = NULL WHERE acquired_by IS NOT NULL`)
    )
  }
  const logged = yield* logTogether
  const store = groupedStore(yield* opening(logged(PersistedQueue.makeStoreSql(options))), database, logged)
  const keepingInOrder = Effect.ignoreCause(store.cleanup({ timeToLive: KEPT, failedTimeToLive: KEPT })).pipe(
    Effect.andThen(Effect.ignoreCause(removeLeftovers)),
    Effect.repeat(Schedule.spaced(Duration.hours(1)))
  )
  if (isServer) yield* Effect.forkScoped(keepingInOrder)
  if (isServer && isAlone) yield* Effect.forkScoped(aligning)
  const factory = yield* Effect.provideService(PersistedQueue.makeFactory, PersistedQueue.PersistedQueueStore, store)
  const open = (name: string) =>
    factory.make({ name, schema: Wake, maxAttempts: MAX_TAKES, retrySchedule: AFTER_A_BUG })
  return Queues.of({
    open,
    offer: (name, wake, delayMillis) =>
      Effect.flatMap(open(name), (queue) =>
        queue.offer(wake, { id: `${wake.id}.${wake.wake}`, delay: Duration.millis(delayMillis) })
      ).pipe(Effect.mapError(queueError), Effect.asVoid)
  })
})

export const layer: Layer.Layer<Queues, StorageError, SqlClient.SqlClient | Database> = Layer.effect(Queues, make(true))

/** For a program beside the server, or without one: what it offers is taken by the server. */
export const besideServer: typeof layer = Layer.effect(Queues, make(false))
