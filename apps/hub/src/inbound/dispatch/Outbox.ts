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
import type { Fragment } from "effect/sql/Statement"

import { countDeliveries } from "../metrics.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import { isFree, presentOf, UNLOCKED, type DueDelivery } from "./locks.ts"

export type DeliveryState = "pending" | "delivered" | "dead" | "skipped"

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
    readonly wake: Effect.Effect<void>
    /** Completes with the next `wake`, or at once if there was one since it last completed. */
    readonly nextWake: Effect.Effect<void>
  }
>()("@inlay/hub/Outbox") {}

const ID_CHARS = 24

/**
 * The idempotency key: derived from the subscription and the event's own key, so it does not depend on how the event
 * arrived.
 */
export const deliveryId = (subscription: string, key: string): string =>
  `msg_${createHash("sha256").update(`${subscription}\0${key}`).digest("base64url").slice(0, ID_CHARS)}`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { write, repeatable } = database
  const presentTime = presentOf(sql, database)
  const latch = yield* Latch.make()

  const start = Effect.fnUntraced(function* (
    { id: subscription, queue }: Subscription,
    eventId: number,
    key: string,
    skipReason: string | undefined
  ) {
    const now = yield* Clock.currentTimeMillis
    const isSkipped = skipReason !== undefined
    yield* sql`INSERT INTO deliveries
      (id, subscription, queue, event_id, state, why, next_millis, created_millis, done_millis)
      VALUES (${deliveryId(subscription, key)}, ${subscription}, ${queue}, ${eventId}, ${isSkipped ? "skipped" : "pending"},
        ${skipReason ?? null}, ${isSkipped ? null : yield* presentTime}, ${now}, ${isSkipped ? now : null})
      ON CONFLICT DO NOTHING`
  })

  /** False if another server took over the delivery because it believed that this one had stopped. */
  const isOwn = ({ wakes }: DueDelivery) => sql`state = 'pending' AND wakes = ${wakes}`

  /** Whether a pending delivery waits for an earlier one. */
  const isBehind = sql`(
    EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.id = deliveries.subscription AND in_order = 1)
    AND EXISTS (SELECT 1 FROM deliveries AS earlier WHERE earlier.state = 'pending'
      AND earlier.queue = deliveries.queue AND earlier.event_id < deliveries.event_id
      AND earlier.subscription = deliveries.subscription))`

  /** For an update that schedules a delivery. */
  const at = (next: Fragment) => sql`wakes = wakes + 1, next_millis = ${next}, ${sql.literal(UNLOCKED)}`
  const afterPause = (pauseMillis: number) => Effect.map(presentTime, (present) => at(sql`${present} + ${pauseMillis}`))

  /** Not later than the end of the delivery before it allows, which another server may have stored meanwhile. */
  const postpone = Effect.fnUntraced(function* (due: DueDelivery, pauseMillis: number) {
    const next = sql`CASE WHEN next_millis = ${due.nextMillis} THEN ${yield* presentTime} + ${pauseMillis}
      ELSE next_millis END`
    yield* sql`UPDATE deliveries SET ${at(next)} WHERE id = ${due.id} AND ${isOwn(due)}`
  })

  /** Returns whether the delivery has ended. */
  const settle = Effect.fnUntraced(function* (due: DueDelivery, outcome: Outcome, next: Next) {
    const isPending = next.state === "pending"
    const now = yield* Clock.currentTimeMillis
    const change = isPending
      ? yield* afterPause(next.pauseMillis)
      : sql`state = ${next.state}, why = ${"why" in next ? next.why : null}, next_millis = NULL, done_millis = ${now},
          ${sql.literal(UNLOCKED)}`
    // A success counts even if another server has taken over the delivery.
    const [row] = yield* sql<{ readonly attempts: number }>`UPDATE deliveries
      SET attempts = attempts + 1, tries = tries + 1, ${change}
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
    if (isPending) return false
    // Wake the next delivery of an in-order subscription now. Not joined: PostgreSQL would read all that waits, which may
    // be 100,000 deliveries, although no order is asked for.
    const [inOrder] = yield* sql`SELECT id FROM subscriptions WHERE id = ${due.subscription} AND in_order = 1`
    if (inOrder === undefined) return true
    const [waiting] = yield* sql<{ readonly id: string }>`SELECT id FROM deliveries
      WHERE subscription = ${due.subscription} AND state = 'pending' ORDER BY event_id LIMIT 1`
    // Another server that has taken it keeps its lock: it is starting it, or about to postpone it. On PostgreSQL, it may
    // also have been given up since it was read.
    if (waiting !== undefined) {
      yield* sql`UPDATE deliveries SET next_millis = ${yield* presentTime} WHERE id = ${waiting.id} AND state = 'pending'`
    }
    return true
  })

  return Outbox.of({
    start,
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
    postpone: (due, pauseMillis) => storeOperation("deliveries.postpone", write(postpone(due, pauseMillis))),
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
      const replaying = Effect.gen(function* () {
        const present = yield* presentTime
        const rows = yield* sql`UPDATE deliveries
          SET state = 'pending', why = NULL, done_millis = NULL, tries = 0, ${yield* afterPause(0)}
          WHERE ${sql.in("id", ids)} AND (state <> 'pending'
            OR next_millis > ${present} AND ${isFree(sql, present)} AND NOT ${isBehind}) RETURNING id`
        return rows.length
      })
      const count = yield* storeOperation("deliveries.replay", write(replaying))
      yield* latch.open
      return count
    }),
    wake: Effect.asVoid(latch.open),
    nextWake: Effect.andThen(latch.await, Effect.asVoid(latch.close))
  })
})

export const layer: Layer.Layer<Outbox, never, SqlClient.SqlClient | Database> = Layer.effect(Outbox, make)
