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

/** Stores what an account has beside its subscriptions, with `own` in each row. */
const connect = Effect.fnUntraced(function* (ref: typeof OF, own: string) {
  const sql = yield* SqlClient.SqlClient
  const hook = { ...ref, id: own, place: "a", key_id: "", sealed: "", created_millis: 0 }
  const poll = { ...ref, trigger_id: "star", target: "{}", place: "a", source: "star", interval_millis: 1 }
  yield* sql`INSERT INTO hooks ${sql.insert(hook)}`
  yield* sql`INSERT INTO polls ${sql.insert({ ...poll, request_millis: 1, next_millis: 0, problem: own })}`
  yield* sql`INSERT INTO own_changes ${sql.insert({ ...ref, record: "page", run_event: own, at_millis: 0 })}`
  yield* sql`INSERT INTO own_calls ${sql.insert({ ...ref, id: own, begun_millis: 0 })}`
})

const ANOTHER = { ...OF, plugin: "analytics" }

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

  it.live("that are damaged are left out, and hold up no others", () =>
    Effect.gen(function* () {
      const { create, find, list, targets, at } = yield* Subscriptions.Subscriptions
      const sql = yield* SqlClient.SqlClient
      const { subscription: sound } = yield* create(STARS)
      for (const damage of [{ target: "{" }, { filters: "" }, { url: "exec:[" }, { url: 'exec:"node"' }]) {
        const { subscription } = yield* create({ ...STARS, trigger: "codehost_new_fork" })
        yield* sql`UPDATE subscriptions SET ${sql.update(damage)} WHERE id = ${subscription.id}`
        expect(yield* find(subscription.id)).toBeUndefined()
      }
      const stars = { ...OF, trigger: STARS.trigger, target: STARS.target }
      expect(yield* list).toEqual([sound])
      expect(yield* targets).toEqual(expect.arrayContaining([stars, { ...stars, trigger: "codehost_new_fork" }]))
      yield* sql`UPDATE subscriptions SET trigger_id = ${STARS.trigger}`
      expect(yield* at(stars, [STARS.place])).toEqual([sound])
    }).pipe(Effect.provide(services()))
  )

  it.live("that differ in anything that they watch are not the same, and each account has its own number of them", () =>
    Effect.gen(function* () {
      const { create } = yield* Subscriptions.Subscriptions
      const { subscription: first } = yield* create(STARS)
      const another = [
        { plugin: "analytics" },
        { account: "team" },
        { trigger: "codehost_new_fork" },
        { filters: { a: 1 } }
      ]
      for (const more of another) {
        const { subscription } = yield* create({ ...STARS, ...more }, { isSame: () => true })
        expect([more, subscription.id]).not.toEqual([more, first.id])
      }
      yield* create({ ...STARS, account: "team", url: "https://other.example/" }, { max: 2 })
    }).pipe(Effect.provide(services()))
  )

  it.live("that are removed take no other's deliveries along, and are not switched on again", () =>
    Effect.gen(function* () {
      const { create, enable, remove } = yield* Subscriptions.Subscriptions
      const { subscription: first } = yield* create(STARS)
      const { subscription: second } = yield* create(STARS)
      yield* deliver(second.id)
      yield* remove(first.id)
      expect(yield* states).toEqual(["delivered", "pending"])
      expect(yield* enable(first.id, true)).toBe(false)
    }).pipe(Effect.provide(services()))
  )

  it.live("are listed from the oldest on, whichever changed last", () =>
    Effect.gen(function* () {
      const { create, disable, list } = yield* Subscriptions.Subscriptions
      const sql = yield* SqlClient.SqlClient
      const ids: Array<string> = []
      for (const millis of [1, 2, 3]) {
        const { subscription } = yield* create(STARS)
        ids.push(subscription.id)
        yield* sql`UPDATE subscriptions SET created_millis = ${millis} WHERE id = ${subscription.id}`
      }
      yield* disable(ids[0] ?? "")
      expect((yield* list).map(({ id }) => id)).toEqual(ids)
    }).pipe(Effect.provide(services()))
  )

  it.live("are on from when they were switched on first, and no longer off for a reason", () =>
    Effect.gen(function* () {
      const { create, disable, enable, find } = yield* Subscriptions.Subscriptions
      const sql = yield* SqlClient.SqlClient
      const { id } = (yield* create(STARS)).subscription
      yield* sql`UPDATE subscriptions SET created_millis = 1`
      yield* enable(id, false)
      expect((yield* find(id))?.enabledMillis).toBe(1)
      yield* disable(id, "The receiver is gone.")
      yield* enable(id, false)
      const { enabledMillis, ...rest } = (yield* find(id)) ?? {}
      expect(enabledMillis).toBeGreaterThan(1)
      expect(rest).toMatchObject({ isEnabled: true, disabledBecause: undefined })
    }).pipe(Effect.provide(services()))
  )

  it.live(
    "of an account that is removed end with what is pending, and their owner alone switches on none of them",
    () =>
      Effect.gen(function* () {
        const { create, disable, enable, find } = yield* Subscriptions.Subscriptions
        const { subscription } = yield* create(STARS)
        const { subscription: off } = yield* create({ ...STARS, isEnabled: false })
        const { subscription: another } = yield* create({ ...STARS, ...ANOTHER })
        yield* deliver(subscription.id)
        yield* connect(OF, "main")
        yield* connect(ANOTHER, "another")
        const { id, name } = subscription
        expect(yield* endOfAccount({ plugin: "codehost", name: "main" }, ENDS.removed)).toEqual([{ id, name }])
        expect(yield* states).toEqual(["delivered", "dead"])
        expect((yield* find(off.id))?.disabledBecause).toBe(ENDS.removed)
        expect((yield* find(another.id))?.isEnabled).toBe(true)
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql`SELECT id AS own FROM hooks UNION ALL SELECT problem FROM polls`
        expect(rows).toEqual([{ own: "another" }, { own: "another" }])
        yield* disable(subscription.id, "The receiver is gone.")
        expect((yield* find(subscription.id))?.disabledBecause).toBe(ENDS.removed)
        expect([yield* enable(subscription.id, false), yield* enable(subscription.id, true)]).toEqual([false, true])
      }).pipe(Effect.provide(services()))
  )

  it.live("and all that belongs to an account go to its new name, and nothing of a removed one of that name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { create, find, renameAccount } = yield* Subscriptions.Subscriptions
      const { subscription } = yield* create(STARS)
      const { subscription: another } = yield* create({ ...STARS, ...ANOTHER })
      yield* connect(OF, "main")
      yield* connect({ ...OF, account: "team" }, "team")
      yield* connect(ANOTHER, "another")
      yield* renameAccount({ plugin: "codehost", name: "main" }, "team")
      const moved = yield* sql<{
        readonly account: string
        readonly own: string
      }>`SELECT account, id AS own FROM hooks UNION ALL SELECT account, problem FROM polls
        UNION ALL SELECT account, run_event FROM own_changes UNION ALL SELECT account, id FROM own_calls`
      const whose = moved.map(({ account, own }) => `${account}: ${own}`).sort()
      expect(whose).toEqual([...Array<string>(4).fill("main: another"), ...Array<string>(4).fill("team: main")])
      expect([(yield* find(subscription.id))?.account, (yield* find(another.id))?.account]).toEqual(["team", "main"])
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
