/** A delivery that is given up stays so, also if the one before it ends at that moment. PostgreSQL alone lets both. */
import { expect, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import * as Outbox from "./Outbox.ts"
import { Queues } from "./Queues.ts"

const { onPostgres } = backends()

const SUBSCRIPTION = { id: "sub_1", queue: "o_sub_1" } as Subscription

it.live("a delivery that is given up while the one before it ends is not sent", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* Outbox.Outbox
    const of = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star" }
    yield* sql`INSERT INTO subscriptions ${sql.insert({
      ...of,
      ...SUBSCRIPTION,
      name: "stars",
      target: "{}",
      place: "repos/acme/widgets",
      filters: "{}",
      url: "https://agent.example/",
      key_id: "",
      sealed: "",
      in_order: 1,
      own_changes: 0,
      enabled: 1,
      principal: "console",
      created_millis: 0
    })}`
    for (const id of [1, 2]) {
      const event = { ...of, id, event_key: String(id), at: "2026-06-01T00:00:00Z", data: "{}", source: "webhook" }
      yield* sql`INSERT INTO events ${sql.insert({ ...event, received_millis: 0 })}`
      yield* outbox.start(SUBSCRIPTION, id, String(id), undefined)
    }
    const [first, second] = [Outbox.deliveryId("sub_1", "1"), Outbox.deliveryId("sub_1", "2")]
    const due = yield* outbox.due({ id: first, wake: 0 })
    if (due === undefined) return yield* Effect.die("the first delivery is not due")

    const [isGivenUp, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const givingUp = sql.withTransaction(
      sql`UPDATE deliveries SET state = 'dead' WHERE id = ${second}`.pipe(
        Effect.andThen(Deferred.succeed(isGivenUp, undefined)),
        Effect.andThen(Deferred.await(mayCommit))
      )
    )
    const giver = yield* Effect.forkChild(givingUp)
    yield* Deferred.await(isGivenUp)
    const outcome = { atMillis: 0, durationMillis: 1, status: 200, isAccepted: true, answer: "" }
    const settler = yield* Effect.forkChild(outbox.settle(due, outcome, { state: "delivered" }))
    // Until the end of the first waits for the row of the second.
    yield* sql<{ readonly count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
      Effect.repeat({ while: ([row]) => row?.count !== 1 })
    )
    yield* Deferred.succeed(mayCommit, undefined)
    yield* Effect.all([Fiber.join(giver), Fiber.join(settler)])
    expect(yield* sql`SELECT state FROM deliveries ORDER BY event_id`).toEqual([
      { state: "delivered" },
      { state: "dead" }
    ])
  }).pipe(
    Effect.provide(Layer.provide(Outbox.layer, Layer.mock(Queues, { offer: () => Effect.void }))),
    Effect.scoped,
    Effect.provide(onPostgres())
  )
)
