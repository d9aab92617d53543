/**
 * Deliveries as rows: what is to be sent, its state and every attempt. A delivery is one event for one subscription,
 * and its id is the same however often it is started or sent.
 */
import { createHash } from "node:crypto"

import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { PRESENT_NAME } from "../events/event-accounts.ts"
import type { Source } from "../inbox.ts"
import { countDeliveries } from "../metrics.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import { Queues, type Wake } from "./Queues.ts"

export type DeliveryState = "pending" | "delivered" | "dead" | "skipped"

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
  /** How often it was scheduled. Of its entries in a queue, only the one with this number counts. */
  readonly wakes: number
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

/** The result of an attempt. */
export interface Outcome {
  readonly atMillis: number
  readonly durationMillis: number
  readonly status: number | undefined
  /** Whether the receiver accepted the delivery. */
  readonly isAccepted: boolean
  /** The receiver's response, or why there was none; truncated. */
  readonly answer: string
}

/** How a delivery continues after an attempt. */
export type Next =
  | { readonly state: "delivered" }
  | { readonly state: "dead"; readonly why: string }
  | { readonly state: "pending"; readonly pauseMillis: number }

export class Outbox extends Context.Service<
  Outbox,
  {
    /**
     * Runs in the transaction of its event. A delivery that exists already stays as it is.
     * @param skipReason why the delivery is not sent
     */
    readonly start: (
      subscription: Subscription,
      eventId: number,
      key: string,
      skipReason: string | undefined
    ) => Effect.Effect<void, SqlError>
    /** Returns undefined if the delivery is not to be sent any more, or not by this wake. */
    readonly due: (wake: Wake) => Effect.Effect<DueDelivery | undefined, StorageError>
    /**
     * When the earlier delivery of the same subscription, which must go first, is due; Infinity if several must.
     * Undefined if there is none.
     */
    readonly earlier: (due: DueDelivery) => Effect.Effect<number | undefined, StorageError>
    readonly settle: (due: DueDelivery, outcome: Outcome, next: Next) => Effect.Effect<void, StorageError>
    /** Schedules the delivery for later without counting an attempt. */
    readonly postpone: (due: DueDelivery, pauseMillis: number) => Effect.Effect<void, StorageError>
    /** Ends all pending deliveries of a subscription. */
    readonly giveUp: (subscription: string, why: string) => Effect.Effect<void, StorageError>
    /**
     * Sends deliveries once more, except those that are under way or wait for an earlier one, whose end wakes them.
     * Returns how many are sent.
     */
    readonly replay: (ids: ReadonlyArray<string>) => Effect.Effect<number, StorageError>
    /** The queues that have work. */
    readonly queues: Effect.Effect<ReadonlyArray<string>, StorageError>
    /** Adds pending deliveries that are missing from the queues, for example after a copy of the database. */
    readonly refill: Effect.Effect<void, StorageError>
    readonly wake: Effect.Effect<void>
    /** Completes with the next `wake`. Of those waiting, one consumes it. */
    readonly nextWake: Effect.Effect<void>
  }
>()("@inlay/hub/Outbox") {}

const ID_CHARS = 24

/**
 * A pending delivery whose next attempt is further ahead than this is not under way. One that is due sooner may be,
 * because queues count in whole seconds, and by the database's clock.
 */
const AHEAD_MILLIS = 5_000

/**
 * The idempotency key: derived from the subscription and the event's own key, so it does not depend on how the event
 * arrived.
 */
export const deliveryId = (subscription: string, key: string): string =>
  `msg_${createHash("sha256").update(`${subscription}\0${key}`).digest("base64url").slice(0, ID_CHARS)}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const queues = yield* Queues
  const latch = yield* Latch.make()

  const start = Effect.fnUntraced(function* (
    { id: subscription, queue }: Subscription,
    eventId: number,
    key: string,
    skipReason: string | undefined
  ) {
    const now = yield* Clock.currentTimeMillis
    const id = deliveryId(subscription, key)
    const rows = yield* sql`INSERT INTO deliveries ${sql.insert({
      id,
      subscription,
      queue,
      event_id: eventId,
      state: skipReason === undefined ? "pending" : "skipped",
      why: skipReason ?? null,
      next_millis: skipReason === undefined ? now : null,
      created_millis: now,
      done_millis: skipReason === undefined ? null : now
    })} ON CONFLICT DO NOTHING RETURNING id`
    if (rows.length > 0 && skipReason === undefined) yield* queues.offer(queue, { id, wake: 0 }, 0)
  })

  /** False if another server took over the delivery because it believed that this one had stopped. */
  const isOwn = ({ wakes }: DueDelivery) => sql`state = 'pending' AND wakes = ${wakes}`

  /** Whether a pending delivery waits for an earlier one. */
  const isBehind = sql`(
    EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.id = deliveries.subscription AND in_order = 1)
    AND EXISTS (SELECT 1 FROM deliveries AS earlier WHERE earlier.state = 'pending'
      AND earlier.queue = deliveries.queue AND earlier.event_id < deliveries.event_id
      AND earlier.subscription = deliveries.subscription))`

  /** Schedules a delivery's next wake, within a transaction. */
  const wakeAfter = Effect.fnUntraced(function* (id: string, pauseMillis: number, where = sql`1 = 1`) {
    const next = (yield* Clock.currentTimeMillis) + pauseMillis
    const [row] = yield* sql<{ readonly wakes: number; readonly queue: string }>`UPDATE deliveries
      SET state = 'pending', why = NULL, done_millis = NULL, wakes = wakes + 1, next_millis = ${next}
      WHERE id = ${id} AND ${where} RETURNING wakes, queue`
    if (row !== undefined) yield* queues.offer(row.queue, { id, wake: row.wakes }, pauseMillis)
  })

  /** Returns whether the delivery has ended. */
  const settle = Effect.fnUntraced(function* (due: DueDelivery, outcome: Outcome, next: Next) {
    // A success counts even if another server has taken over the delivery.
    const [row] = yield* sql<{ readonly attempts: number }>`UPDATE deliveries
      SET attempts = attempts + 1, tries = tries + 1
      WHERE id = ${due.id} AND ${outcome.isAccepted ? sql`state <> 'delivered'` : isOwn(due)} RETURNING attempts`
    if (row === undefined) return false
    const attempt = {
      delivery: due.id,
      attempt: row.attempts,
      at_millis: outcome.atMillis,
      duration_millis: outcome.durationMillis,
      status: outcome.status ?? null,
      accepted: outcome.isAccepted ? 1 : 0,
      answer: outcome.answer
    }
    yield* sql`INSERT INTO attempts ${sql.insert(attempt)} ON CONFLICT DO NOTHING`
    if (next.state === "pending") {
      yield* wakeAfter(due.id, next.pauseMillis)
      return false
    }
    const now = yield* Clock.currentTimeMillis
    yield* sql`UPDATE deliveries SET state = ${next.state}, why = ${"why" in next ? next.why : null},
      next_millis = NULL, done_millis = ${now} WHERE id = ${due.id}`
    // Wake the next delivery of an in-order subscription now. Not joined: PostgreSQL would read all that waits, which may
    // be 100,000 deliveries, although no order is asked for.
    const [inOrder] = yield* sql`SELECT id FROM subscriptions WHERE id = ${due.subscription} AND in_order = 1`
    if (inOrder === undefined) return true
    const [waiting] = yield* sql<{ readonly id: string }>`SELECT id FROM deliveries
      WHERE subscription = ${due.subscription} AND state = 'pending' ORDER BY event_id LIMIT 1`
    // On PostgreSQL, it may have been given up since it was read.
    if (waiting !== undefined) yield* wakeAfter(waiting.id, 0, sql`state = 'pending'`)
    return true
  })

  const refill = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const rows = yield* sql<{
      readonly id: string
      readonly queue: string
      readonly wakes: number
      readonly next_millis: number | null
    }>`SELECT id, queue, wakes, next_millis FROM deliveries WHERE state = 'pending'
      AND NOT EXISTS (SELECT 1 FROM dispatch_queue WHERE queue_name = deliveries.queue
        AND dispatch_queue.id = deliveries.id || '.' || deliveries.wakes)`
    for (const { id, queue, wakes, next_millis } of rows) {
      yield* queues.offer(queue, { id, wake: wakes }, Math.max(0, (next_millis ?? now) - now))
    }
  })

  return Outbox.of({
    start,
    due: ({ id, wake }) =>
      storeOperation(
        "deliveries.due",
        Effect.map(
          repeatable(
            sql<DueDelivery>`SELECT deliveries.id, deliveries.subscription, deliveries.queue, deliveries.event_id AS "eventId",
              deliveries.attempts, deliveries.tries, deliveries.wakes, events.trigger_id AS "trigger", events.plugin,
              ${sql.literal(PRESENT_NAME)} AS account, events.at, events.data, events.source,
              events.caused_by AS "causedBy", events.event_key AS "key", events.actor, events.places, events.depth
              FROM deliveries JOIN events ON events.id = deliveries.event_id
              WHERE deliveries.id = ${id} AND deliveries.wakes = ${wake} AND deliveries.state = 'pending'`
          ),
          ([row]) => row
        )
      ),
    earlier: ({ subscription, eventId }) =>
      storeOperation(
        "deliveries.earlier",
        Effect.map(
          repeatable(
            sql<{ readonly next: number | null }>`SELECT next_millis AS next FROM deliveries
              WHERE subscription = ${subscription} AND state = 'pending' AND event_id < ${eventId}
              ORDER BY event_id LIMIT 2`
          ),
          ([first, second]) => first && (second === undefined ? (first.next ?? 0) : Infinity)
        )
      ),
    settle: Effect.fnUntraced(function* (due, outcome, next) {
      const hasEnded = yield* storeOperation("deliveries.settle", write(settle(due, outcome, next)))
      if (hasEnded) yield* countDeliveries(next.state === "delivered" ? "delivered" : "given_up")
    }),
    postpone: (due, pauseMillis) =>
      storeOperation("deliveries.postpone", write(wakeAfter(due.id, pauseMillis, isOwn(due)))),
    giveUp: Effect.fnUntraced(function* (subscription, why) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* storeOperation(
        "deliveries.giveUp",
        write(
          sql`UPDATE deliveries SET state = 'dead', why = ${why}, next_millis = NULL, done_millis = ${now}
            WHERE subscription = ${subscription} AND state = 'pending' RETURNING id`
        )
      )
      yield* countDeliveries("given_up", rows.length)
    }),
    replay: Effect.fnUntraced(function* (ids) {
      if (ids.length === 0) return 0
      const ahead = (yield* Clock.currentTimeMillis) + AHEAD_MILLIS
      const replaying = Effect.gen(function* () {
        const rows = yield* sql<{ readonly id: string }>`UPDATE deliveries SET tries = 0
          WHERE ${sql.in("id", ids)} AND (state <> 'pending' OR next_millis > ${ahead} AND NOT ${isBehind}) RETURNING id`
        for (const { id } of rows) yield* wakeAfter(id, 0)
        return rows.length
      })
      const count = yield* storeOperation("deliveries.replay", write(replaying))
      yield* latch.open
      return count
    }),
    queues: storeOperation(
      "deliveries.queues",
      Effect.map(
        repeatable(sql<{ readonly queue: string }>`SELECT DISTINCT queue FROM deliveries WHERE state = 'pending'`),
        (rows) => rows.map(({ queue }) => queue)
      )
    ),
    refill: storeOperation("deliveries.refill", write(refill)),
    wake: Effect.asVoid(latch.open),
    nextWake: Effect.andThen(latch.await, Effect.asVoid(latch.close))
  })
})

export const layer: Layer.Layer<Outbox, never, SqlClient.SqlClient | Database | Queues> = Layer.effect(Outbox, make)
