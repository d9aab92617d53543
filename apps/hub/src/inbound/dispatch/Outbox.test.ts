/** How deliveries go on and end, on both databases. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import * as Locks from "./locks.ts"
import * as Outbox from "./Outbox.ts"

const { all, onPostgres } = backends()
const [{ stores: onSqlite }] = all

const SUBSCRIPTION = { id: "sub_1", queue: "o_sub_1" } as Subscription
const [FIRST = "", SECOND = ""] = ["1", "2"].map((key) => Outbox.deliveryId(SUBSCRIPTION.id, key))
const OUTCOME = { atMillis: 0, durationMillis: 1, status: 200, isAccepted: true, answer: "" }

/** Deliveries of a subscription, two by default. */
const started = Effect.fnUntraced(function* (inOrder: 0 | 1, eventIds: ReadonlyArray<number> = [1, 2]) {
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
    in_order: inOrder,
    own_changes: 0,
    enabled: 1,
    principal: "console",
    created_millis: 0
  })}`
  for (const id of eventIds) {
    const event = { ...of, id, event_key: String(id), at: "2026-06-01T00:00:00Z", data: "{}", source: "webhook" }
    yield* sql`INSERT INTO events ${sql.insert({ ...event, received_millis: 0 })}`
    yield* outbox.start(SUBSCRIPTION, id, String(id), undefined)
  }
  return outbox
})

/** What a server gets that takes the deliveries which are due. */
const taken = Effect.flatMap(Locks.make, ({ take }) => take(SUBSCRIPTION.queue, 10, []))

const dueOf = (id: string) =>
  Effect.flatMap(taken, (deliveries) => {
    const due = deliveries.find((one) => one.id === id)
    return due === undefined ? Effect.die("the delivery is not due") : Effect.succeed(due)
  })

/** In how many milliseconds a delivery is sent. */
const pauseOf = (id: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.flatMap(
      sql<{ readonly next: number }>`SELECT next_millis AS next FROM deliveries WHERE id = ${id}`,
      ([row]) => Effect.map(Clock.currentTimeMillis, (now) => (row?.next ?? Infinity) - now)
    )
  )

const states = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ readonly state: string }>`SELECT state FROM deliveries ORDER BY event_id`, (rows) =>
    rows.map(({ state }) => state)
  )
)

describe.each(all)("a delivery on $name", ({ stores }) => {
  const services = () => Outbox.layer.pipe(Layer.provideMerge(stores()))

  it.live("that two servers deliver counts once, and stays delivered when the others are given up", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* started(0)
      const due = yield* dueOf(FIRST)
      yield* outbox.settle(due, OUTCOME, { state: "delivered" })
      yield* outbox.settle(due, OUTCOME, { state: "delivered" })
      expect(yield* sql`SELECT attempts FROM deliveries WHERE id = ${FIRST}`).toEqual([{ attempts: 1 }])
      yield* outbox.giveUp(SUBSCRIPTION.id, "The subscription is switched off.")
      expect(yield* states).toEqual(["delivered", "dead"])
    }).pipe(Effect.provide(services()))
  )

  it.live("is scheduled by the server that took it last alone, and not sent before", () =>
    Effect.gen(function* () {
      const outbox = yield* started(0)
      const due = yield* dueOf(FIRST)
      yield* outbox.postpone(due, 60_000)
      yield* outbox.postpone(due, 0)
      expect(yield* pauseOf(FIRST)).toBeCloseTo(60_000, -4)
      expect(yield* taken).toEqual([])
    }).pipe(Effect.provide(services()))
  )

  it.live.each([
    ["follows the one before it at once if their subscription wants them in order", 1, [SECOND]],
    ["otherwise waits for its own time, such as after a failure", 0, []]
  ] as const)("%s", ([, inOrder, expected]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* started(inOrder, [1, 2, 3])
      yield* sql`UPDATE deliveries SET next_millis = next_millis + 3600000 WHERE event_id > 1`
      yield* outbox.settle(yield* dueOf(FIRST), OUTCOME, { state: "delivered" })
      expect((yield* taken).map(({ id }) => id)).toEqual(expected)
    }).pipe(Effect.provide(services()))
  )

  /** Two servers, of which each has taken one of two deliveries that go in order. */
  const takenByTwo = Effect.gen(function* () {
    const outbox = yield* started(1)
    const locks = yield* Effect.all([Locks.make, Locks.make])
    const take = (server: Locks.Locks) => server.take(SUBSCRIPTION.queue, 1, [])
    const [[first], [second]] = [yield* take(locks[0]), yield* take(locks[1])]
    if (first === undefined || second === undefined) return yield* Effect.die("no server has taken one")
    return { outbox, first, second, others: Effect.map(take(locks[0]), (dues) => dues.map(({ id }) => id)) }
  })

  it.live("that another server is just starting is not started by the one that ends the delivery before it", () =>
    Effect.gen(function* () {
      const { outbox, first, second, others } = yield* takenByTwo
      yield* outbox.settle(first, OUTCOME, { state: "delivered" })
      expect(yield* outbox.earlier(second)).toBeUndefined()
      expect(yield* others).toEqual([])
      yield* outbox.settle(second, { ...OUTCOME, isAccepted: false }, { state: "pending", pauseMillis: 60_000 })
      expect(yield* pauseOf(SECOND)).toBeCloseTo(60_000, -4)
    }).pipe(Effect.provide(services()))
  )

  it.live("that another server is just putting off is due at once when the delivery before it ends", () =>
    Effect.gen(function* () {
      const { outbox, first, second, others } = yield* takenByTwo
      expect(yield* outbox.earlier(second)).toBeDefined()
      yield* outbox.settle(first, OUTCOME, { state: "delivered" })
      yield* outbox.postpone(second, 3_600_000)
      expect(yield* others).toEqual([SECOND])
    }).pipe(Effect.provide(services()))
  )

  it.live("that fails is tried after its pause, and once more after it was given up if it is sent again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* started(0)
      const refused = { ...OUTCOME, status: 503, isAccepted: false }
      yield* outbox.settle(yield* dueOf(FIRST), refused, { state: "pending", pauseMillis: 60_000 })
      expect(yield* pauseOf(FIRST)).toBeCloseTo(60_000, -4)
      yield* sql`UPDATE deliveries SET next_millis = 0`
      const due = yield* dueOf(FIRST)
      expect(due).toMatchObject({ attempts: 1, tries: 1 })
      yield* outbox.settle(due, refused, { state: "dead", why: "It was not accepted." })
      const row = sql`SELECT state, why, next_millis, done_millis, attempts FROM deliveries WHERE id = ${FIRST}`
      const time = expect.any(Number) as unknown
      const [why, of] = ["It was not accepted.", { attempts: 2 }]
      expect(yield* row).toEqual([{ ...of, state: "dead", why, next_millis: null, done_millis: time }])
      expect(
        yield* sql`SELECT attempt, status, accepted FROM attempts WHERE delivery = ${FIRST} ORDER BY attempt`
      ).toEqual([1, 2].map((attempt) => ({ attempt, status: 503, accepted: 0 })))
      expect(yield* outbox.replay([FIRST])).toBe(1)
      expect(yield* row).toEqual([{ ...of, state: "pending", why: null, next_millis: time, done_millis: null }])
    }).pipe(Effect.provide(services()))
  )

  it.live("that is sent again by hand has all of its tries, whichever others wait, if no order is asked for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* started(0)
      const later = (yield* Clock.currentTimeMillis) + 3_600_000
      yield* sql`UPDATE deliveries SET attempts = 7, tries = 7, next_millis = ${later}`
      expect(yield* outbox.replay([FIRST, SECOND])).toBe(2)
      expect(yield* taken).toMatchObject([1, 2].map(() => ({ attempts: 7, tries: 0 })))
    }).pipe(Effect.provide(services()))
  )

  it.live("that is sent again by hand is the first of those that wait if they go in order", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* started(1)
      // Another subscription's, which waits for longer.
      yield* outbox.start({ ...SUBSCRIPTION, id: "sub_2" }, 1, "0", undefined)
      yield* sql`UPDATE deliveries SET next_millis = ${(yield* Clock.currentTimeMillis) + 3_600_000}`
      yield* sql`UPDATE deliveries SET event_id = 0 WHERE subscription = 'sub_2'`
      expect(yield* outbox.replay([SECOND, FIRST])).toBe(1)
      expect((yield* taken).map(({ id }) => id)).toEqual([FIRST])
    }).pipe(Effect.provide(services()))
  )

  it.live("that is under way is not sent again by hand", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const outbox = yield* started(0)
      yield* Effect.flatMap(Locks.make, ({ take }) => take(SUBSCRIPTION.queue, 1, []))
      // As if the clock had been set back.
      yield* sql`UPDATE deliveries SET next_millis = next_millis + 3600000`
      expect(yield* outbox.replay([FIRST, SECOND])).toBe(1)
      expect((yield* taken).map(({ id }) => id)).toEqual([SECOND])
    }).pipe(Effect.provide(services()))
  )
})

it.live("a wake is for what waits for it, and for nothing later", () =>
  Effect.gen(function* () {
    const { wake, nextWake } = yield* Outbox.Outbox
    const hasEnded = Effect.raceFirst(Effect.as(nextWake, true), Effect.as(Effect.sleep("50 millis"), false))
    yield* wake
    expect([yield* hasEnded, yield* hasEnded]).toEqual([true, false])
  }).pipe(Effect.provide(Outbox.layer), Effect.scoped, Effect.provide(onSqlite()))
)

// PostgreSQL alone lets both happen at once.
it.live("a delivery that is given up while the one before it ends is not sent", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const outbox = yield* started(1)
    const due = yield* dueOf(FIRST)
    const [isGivenUp, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    const givingUp = sql.withTransaction(
      sql`UPDATE deliveries SET state = 'dead' WHERE id = ${SECOND}`.pipe(
        Effect.andThen(Deferred.succeed(isGivenUp, undefined)),
        Effect.andThen(Deferred.await(mayCommit))
      )
    )
    const giver = yield* Effect.forkChild(givingUp)
    yield* Deferred.await(isGivenUp)
    const settler = yield* Effect.forkChild(outbox.settle(due, OUTCOME, { state: "delivered" }))
    // Until the end of the first waits for the row of the second.
    yield* sql<{ readonly count: number }>`SELECT count(*) AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.pipe(
      Effect.repeat({ while: ([row]) => row?.count !== 1 })
    )
    yield* Deferred.succeed(mayCommit, undefined)
    yield* Effect.all([Fiber.join(giver), Fiber.join(settler)])
    expect(yield* states).toEqual(["delivered", "dead"])
  }).pipe(Effect.provide(Outbox.layer), Effect.scoped, Effect.provide(onPostgres()))
)
