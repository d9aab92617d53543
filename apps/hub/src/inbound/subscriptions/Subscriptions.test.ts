/** What changes of subscriptions, and of their accounts, do to what is stored; on both databases. */
import { randomBytes } from "node:crypto"

import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import * as RowSecrets from "../row-secrets.ts"
import { endOfAccount, ENDS } from "./ending.ts"
import * as Subscriptions from "./Subscriptions.ts"

const { all, directory } = backends()
const [sqlite] = all
const env = { INLAY_SECRET_KEY: randomBytes(32).toString("base64") }

const OF = { plugin: "codehost", account: "main" }

const STARS: Subscriptions.NewSubscription = {
  ...OF,
  trigger: "codehost_new_star",
  name: "stars",
  target: { owner: "acme", repo: "widgets" },
  place: "repos/acme/widgets",
  filters: {},
  url: "https://agent.example/",
  inOrder: false,
  ownChanges: false,
  creditsPerEvent: undefined,
  pollsOnly: false,
  isEnabled: true,
  principal: "token:1",
  queueOf: (id) => id
}

/** Stores two deliveries of a subscription, of which one is pending. */
const deliver = Effect.fnUntraced(function* (subscription: string) {
  const sql = yield* SqlClient.SqlClient
  for (const [index, state] of ["delivered", "pending"].entries()) {
    const row = { id: `msg_${index}`, subscription, queue: "q", event_id: index, state, created_millis: 0 }
    yield* sql`INSERT INTO deliveries ${sql.insert({ ...row, next_millis: state === "pending" ? 0 : null })}`
  }
})

const states = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ readonly state: string }>`SELECT state FROM deliveries ORDER BY id`, (rows) =>
    rows.map(({ state }) => state)
  )
)

describe.each(all)("subscriptions on $name", ({ stores }) => {
  const services = () =>
    Layer.provide(Subscriptions.layer, RowSecrets.layer({ directory: directory(), env })).pipe(
      Layer.provideMerge(stores())
    )

  it.live("count for their principal until they are removed, and so long one that is equal is the same", () =>
    Effect.gen(function* () {
      const { create, remove } = yield* Subscriptions.Subscriptions
      const one = { max: 1, isSame: () => true }
      const { subscription: first } = yield* create(STARS, one)
      expect((yield* create(STARS, one)).subscription.id).toBe(first.id)
      const gadgets = { ...STARS, principal: "token:2", target: { owner: "acme", repo: "gadgets" } }
      expect((yield* create(gadgets, { isSame: one.isSame })).subscription.id).not.toBe(first.id)
      const other = { ...STARS, url: "https://other.example/" }
      expect((yield* Effect.flip(create(other, one))).message).toContain("has 1 subscriptions")
      expect((yield* create({ ...other, principal: "token:3" }, { max: 1 })).subscription.id).not.toBe(first.id)
      yield* deliver(first.id)
      expect([yield* remove(first.id), yield* remove(first.id)]).toEqual([true, false])
      expect(yield* states).toEqual(["delivered", "skipped"])
      const sql = yield* SqlClient.SqlClient
      expect(yield* sql`SELECT why, next_millis FROM deliveries WHERE why IS NOT NULL`).toEqual([
        { why: "The subscription was removed.", next_millis: null }
      ])
      expect((yield* create(STARS, one)).subscription.id).not.toBe(first.id)
    }).pipe(Effect.provide(services()))
  )

  it.live(
    "of an account that is removed end with what is pending, and their owner alone switches on none of them",
    () =>
      Effect.gen(function* () {
        const { create, disable, enable, find } = yield* Subscriptions.Subscriptions
        const { subscription } = yield* create(STARS)
        yield* deliver(subscription.id)
        yield* endOfAccount({ plugin: "codehost", name: "main" }, ENDS.removed)
        expect(yield* states).toEqual(["delivered", "dead"])
        yield* disable(subscription.id, "The receiver is gone.")
        expect((yield* find(subscription.id))?.disabledBecause).toBe(ENDS.removed)
        expect([yield* enable(subscription.id, false), yield* enable(subscription.id, true)]).toEqual([false, true])
      }).pipe(Effect.provide(services()))
  )

  it.live("and all that belongs to an account go to its new name, and nothing of a removed one of that name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const account of ["main", "team"]) {
        const ref = { plugin: "codehost", account }
        const hook = { ...ref, id: account, place: "a", key_id: "", sealed: "", created_millis: 0 }
        const poll = { ...ref, trigger_id: "star", target: "{}", place: "a", source: "star", interval_millis: 1 }
        yield* sql`INSERT INTO hooks ${sql.insert(hook)}`
        yield* sql`INSERT INTO polls ${sql.insert({ ...poll, request_millis: 1, next_millis: 0, problem: account })}`
        yield* sql`INSERT INTO own_changes ${sql.insert({ ...ref, record: "page", run_event: account, at_millis: 0 })}`
        yield* sql`INSERT INTO own_calls ${sql.insert({ ...ref, id: account, begun_millis: 0 })}`
      }
      yield* Subscriptions.Subscriptions.use((service) =>
        service.renameAccount({ plugin: "codehost", name: "main" }, "team")
      )
      const moved = yield* sql`SELECT account, id AS own FROM hooks UNION ALL SELECT account, problem FROM polls
        UNION ALL SELECT account, run_event FROM own_changes UNION ALL SELECT account, id FROM own_calls`
      expect(moved).toEqual(Array.from({ length: 4 }, () => ({ account: "team", own: "main" })))
    }).pipe(Effect.provide(services()))
  )
})

// PostgreSQL has its own clock.
it.live("on SQLite, time goes on from when a subscription was made or switched on, if the clock is doubted later", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { create, disable, enable, find } = yield* Subscriptions.Subscriptions
    const goodMillis = Effect.map(sql<{ readonly at: number }>`SELECT good_millis AS at FROM clock`, ([row]) => row?.at)
    const forget = sql`UPDATE clock SET good_millis = 0`
    yield* forget
    const { subscription } = yield* create(STARS)
    expect(yield* goodMillis).toBe(subscription.createdMillis)
    yield* disable(subscription.id)
    yield* forget
    yield* enable(subscription.id, false)
    expect(yield* goodMillis).toBe((yield* find(subscription.id))?.enabledMillis)
  }).pipe(
    Effect.provide(Layer.provide(Subscriptions.layer, RowSecrets.layer({ directory: directory(), env }))),
    Effect.provide(sqlite.stores())
  )
)
