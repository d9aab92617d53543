/**
 * Which server sends a delivery: the columns `locked_by` and `locked_until` of its row. A server locks what it sends, and
 * renews its locks as long as it works. If it is killed or hangs, they end, and another server takes over. Locks that
 * ended because the database was away can first be renewed.
 */
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import { nowMillis } from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"

import { PRESENT_NAME } from "../events/event-accounts.ts"
import type { Source } from "../inbox.ts"

/** A delivery that is due, with its content. */
export interface DueDelivery {
  readonly id: string
  readonly subscription: string
  readonly queue: string
  readonly eventId: number
  /** How often it was sent. */
  readonly attempts: number
  /** How often since it was last replayed. They are limited. */
  readonly tries: number
  /** How often it was scheduled or taken by a server. If that happens again, its attempt was overtaken. */
  readonly wakes: number
  /** When it was due. The end of the delivery before it may change that meanwhile. */
  readonly nextMillis: number
  readonly trigger: string
  readonly plugin: string
  readonly account: string
  readonly at: string
  readonly data: string
  readonly source: Source
  readonly causedBy: string | null
  /** Identifies the event, whichever hub reports it. */
  readonly key: string
  readonly actor: string | null
  /** JSON. */
  readonly places: string
  readonly depth: number
  /** Whether it is an example, of which nothing is stored. */
  readonly isTest?: boolean
}

/** How long a lock lasts unless it is renewed. */
export const LOCK_MILLIS = Duration.toMillis(Duration.seconds(15))
/** If the database did not answer for so long, locks may have ended that their servers could not renew. */
const GAP_MILLIS = LOCK_MILLIS / 2
/** How many ids a statement may name, on every database. */
const MOST_IDS = 1_000

/**
 * The present, for a statement. On PostgreSQL it is the database's: a server whose clock is wrong takes over nothing, and
 * its retries come neither too early nor too late at the others.
 */
export const presentOf = (
  sql: SqlClient.SqlClient,
  { dialect }: Pick<Database["Service"], "dialect">
): Effect.Effect<Fragment> =>
  dialect === "postgres"
    ? Effect.succeed(sql`(extract(epoch FROM statement_timestamp()) * 1000)::bigint`)
    : Effect.map(Clock.currentTimeMillis, (millis) => sql`${millis}`)

/** Whether no server sends a delivery. A lock of more than its time was written with a wrong clock. */
export const isFree = (sql: SqlClient.SqlClient, present: Fragment): Fragment =>
  sql`(locked_until IS NULL OR locked_until <= ${present} OR locked_until > ${present} + ${2 * LOCK_MILLIS})`

/** Why a delivery ends that would be taken again and again, and hold up those behind it. */
const EVENTLESS = "Its event is gone."

/** For an update that ends a lock. */
export const UNLOCKED = "locked_by = NULL, locked_until = NULL"

export interface Locks {
  /**
   * On SQLite, removes all locks: a data directory has one server, which is just starting. On PostgreSQL, it has none to
   * remove yet. Fails if the database takes no writes.
   */
  readonly begin: Effect.Effect<void, StorageError>
  /** The queues with deliveries that are due and that no server sends. */
  readonly queues: Effect.Effect<ReadonlyArray<string>, StorageError>
  /**
   * Locks the deliveries of a queue that are due first.
   * @param most how many
   * @param underWay ids of what this server sends, which may have lost its lock while the machine slept
   */
  readonly take: (
    queue: string,
    most: number,
    underWay: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<DueDelivery>, StorageError>
  readonly renew: (ids: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
}

export const make: Effect.Effect<Locks, never, SqlClient.SqlClient | Database> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { write, writeSoon, repeatable, dialect } = database
  const presentTime = presentOf(sql, database)
  const holder = crypto.randomUUID()
  const startMillis = yield* nowMillis
  /**
   * Since when the database has answered without a gap, and when it did last; by the monotonic clock. Whether it had
   * answered before, a server that starts does not know.
   */
  const answers = { sinceMillis: startMillis, lastMillis: startMillis }
  const isInGap = (now: number) => now > answers.lastMillis + GAP_MILLIS
  const answered = <A, E, R>(statement: Effect.Effect<A, E, R>) =>
    Effect.tap(statement, () =>
      Effect.map(nowMillis, (now) => {
        if (isInGap(now)) answers.sinceMillis = now
        answers.lastMillis = now
      })
    )
  const isDue = Effect.gen(function* () {
    const present = yield* presentTime
    const now = yield* nowMillis
    const mayTakeOver = !isInGap(now) && now >= answers.sinceMillis + LOCK_MILLIS
    const free = mayTakeOver ? isFree(sql, present) : sql`locked_until IS NULL`
    return sql`state = 'pending' AND next_millis <= ${present} AND ${free}`
  })
  /** Two servers that look at the same moment take different deliveries. SQLite has one writer. */
  const skipLocked = sql.literal(dialect === "postgres" ? "FOR UPDATE SKIP LOCKED" : "")

  const unlock = (where: Fragment) =>
    sql`UPDATE deliveries SET ${sql.literal(UNLOCKED)} WHERE state = 'pending' AND ${where}`
  /** What a clock ahead has put off is due now, if the clock was set right before this start. */
  const correct = (present: Fragment) => sql`UPDATE deliveries SET next_millis = ${present} WHERE state = 'pending'
    AND next_millis > ${present} AND (created_millis > ${present} + ${CLOCK_TOLERANCE_MILLIS} OR EXISTS (SELECT 1 FROM attempts
      WHERE delivery = deliveries.id AND at_millis > ${present} + ${CLOCK_TOLERANCE_MILLIS}))`

  return {
    begin: Effect.flatMap(presentTime, (present) =>
      storeOperation(
        "deliveries.begin",
        write(
          dialect === "sqlite"
            ? Effect.andThen(unlock(sql`locked_by IS NOT NULL`), correct(present))
            : unlock(sql`locked_by = ${holder}`)
        )
      )
    ),
    // Skips from queue to queue: of one alone, 100,000 deliveries may wait. Not `EXISTS`, which PostgreSQL may turn into a
    // join that reads all of them.
    queues: Effect.flatMap(isDue, (due) =>
      storeOperation(
        "deliveries.queues",
        Effect.map(
          answered(
            repeatable(sql<{ readonly queue: string }>`WITH RECURSIVE queues(queue) AS (
              SELECT min(queue) FROM deliveries WHERE state = 'pending'
              UNION ALL
              SELECT (SELECT min(deliveries.queue) FROM deliveries
                WHERE state = 'pending' AND deliveries.queue > queues.queue)
              FROM queues WHERE queue IS NOT NULL)
            SELECT queue FROM queues
            WHERE (SELECT 1 FROM deliveries WHERE deliveries.queue = queues.queue AND ${due} LIMIT 1) = 1`)
          ),
          (rows) => rows.map(({ queue }) => queue)
        )
      )
    ),
    take: Effect.fnUntraced(
      function* (queue, most, underWay) {
        const taking = Effect.gen(function* () {
          return yield* sql<{ readonly id: string }>`UPDATE deliveries
          SET wakes = wakes + 1, locked_by = ${holder}, locked_until = ${yield* presentTime} + ${LOCK_MILLIS}
          WHERE id IN (SELECT id FROM deliveries
            WHERE queue = ${queue} AND ${yield* isDue} AND NOT (${sql.in("id", underWay)})
            ORDER BY next_millis, event_id LIMIT ${most} ${skipLocked})
          RETURNING id`
        })
        // While nothing can be written, other servers cannot renew their locks.
        const lockedRows = yield* Effect.tapError(answered(writeSoon(taking)), () =>
          Effect.map(nowMillis, (now) => {
            answers.sinceMillis = now
          })
        )
        if (lockedRows.length === 0) return []
        const own = sql`deliveries.id IN ${sql.in(lockedRows.map(({ id }) => id))} AND state = 'pending' AND locked_by = ${holder}`
        const dues = yield* repeatable(sql<DueDelivery>`SELECT deliveries.id, deliveries.subscription, deliveries.queue,
        deliveries.event_id AS "eventId", deliveries.attempts, deliveries.tries, deliveries.wakes,
        deliveries.next_millis AS "nextMillis", events.trigger_id AS "trigger", events.plugin,
        ${sql.literal(PRESENT_NAME)} AS account, events.at, events.data, events.source, events.caused_by AS "causedBy",
        events.event_key AS "key", events.actor, events.places, events.depth
        FROM deliveries JOIN events ON events.id = deliveries.event_id WHERE ${own}`)
        if (dues.length < lockedRows.length) {
          yield* writeSoon(sql`UPDATE deliveries SET state = 'dead', why = ${EVENTLESS}, next_millis = NULL,
          done_millis = ${yield* Clock.currentTimeMillis}, ${sql.literal(UNLOCKED)}
          WHERE ${own} AND NOT EXISTS (SELECT 1 FROM events WHERE events.id = deliveries.event_id)`)
        }
        return dues
      },
      (taking) => storeOperation("deliveries.take", taking)
    ),
    renew: Effect.fnUntraced(
      function* (ids) {
        const present = yield* presentTime
        for (const some of Arr.chunksOf(ids, MOST_IDS)) {
          yield* writeSoon(sql`UPDATE deliveries SET locked_until = ${present} + ${LOCK_MILLIS}
          WHERE locked_by = ${holder} AND ${sql.in("id", some)}`)
        }
      },
      (renewing) => storeOperation("deliveries.renew", renewing)
    )
  }
})
