/** Which starts an event may still cause after those that are stored; on both databases. */
import { randomBytes } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import type { Account } from "@inlay/agent-plugin/Account"
import { plugin as codehost } from "@inlay/codehost"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import * as Outbox from "./dispatch/Outbox.ts"
import * as RowSecrets from "./row-secrets.ts"
import * as Starts from "./starts.ts"
import * as Subscriptions from "./subscriptions/Subscriptions.ts"

const PLACE = "repos/acme/widgets"
const TRIGGER = "codehost_new_star"
const MINUTE = 60_000
const env = { INLAY_SECRET_KEY: randomBytes(32).toString("base64") }
const account: Account = {
  plugin: "codehost",
  name: "main",
  kind: "token",
  settings: {},
  secrets: {},
  revision: "1",
  readOnly: false
}

const { all, directory } = backends()

describe.each(all)("starts on $name", ({ stores }) => {
  const services = () =>
    Starts.layer.pipe(
      Layer.provideMerge(Outbox.layer),
      Layer.provideMerge(Layer.provide(Subscriptions.layer, RowSecrets.layer({ directory: directory(), env }))),
      Layer.provideMerge(stores())
    )

  const subscribe = (ownChanges = false) =>
    Subscriptions.Subscriptions.use(({ create }) =>
      create({
        trigger: TRIGGER,
        plugin: "codehost",
        account: "main",
        name: "test",
        target: { owner: "acme", repo: "widgets" },
        place: PLACE,
        filters: {},
        url: "https://agent.example/",
        inOrder: false,
        ownChanges,
        creditsPerEvent: undefined,
        pollsOnly: false,
        isEnabled: true,
        principal: "local",
        queueOf: (id) => id
      })
    ).pipe(Effect.map(({ subscription }) => subscription.id))

  /** Stores an event that somebody else starred, or the account itself, and lets it start what it may. */
  const happen = Effect.fnUntraced(function* (
    id: number,
    {
      depth = 0,
      actor = "ada",
      login = "Mona",
      receivedMillis = Date.now()
    }: { depth?: number; actor?: string; login?: string; receivedMillis?: number } = {}
  ) {
    const sql = yield* SqlClient.SqlClient
    const key = `star ${id}`
    const of = { plugin: "codehost", account: "main", trigger_id: TRIGGER, at: "2026-06-01T00:00:00Z", data: "{}" }
    yield* sql`INSERT INTO events
      ${sql.insert({ ...of, id, event_key: key, source: "webhook", depth, received_millis: receivedMillis })}`
    yield* Starts.Starts.use((starts) =>
      starts.start({
        connected: { plugin: codehost, account, connection: { watcher: Effect.never } as never },
        watcher: { login, scopes: [] },
        places: [PLACE],
        trigger: TRIGGER,
        occurrence: { key, at: of.at, data: {}, actor },
        event: {
          id,
          receivedMillis,
          cause: depth > 0 ? { record: "r", event: undefined } : undefined,
          depth,
          refused: {}
        }
      })
    )
    const [row] = yield* sql<{ readonly why: string | null }>`SELECT why FROM deliveries WHERE event_id = ${id}`
    return row === undefined ? "none" : (row.why ?? "started")
  })

  /** Sets when a delivery was made, and whether it was skipped. */
  const age = (eventId: number, minutes: number, state = "delivered") =>
    SqlClient.SqlClient.use(
      (sql) =>
        sql`UPDATE deliveries SET created_millis = ${Date.now() - minutes * MINUTE}, state = ${state} WHERE event_id = ${eventId}`
    )

  it.live("by the account's own runs are 60 within an hour, whoever else starts it and whatever was skipped", () =>
    Effect.gen(function* () {
      yield* subscribe(true)
      const tooOften = "The account's own runs started this 60 times within an hour."
      for (let id = 1; id <= 60; id++) assert.strictEqual(yield* happen(id, { depth: 1 }), "started", `start ${id}`)
      assert.strictEqual(yield* happen(61, { depth: 1 }), tooOften)
      assert.strictEqual(yield* happen(62), "started")
      yield* age(1, 59)
      assert.strictEqual(yield* happen(63, { depth: 1 }), tooOften)
      yield* age(1, 61)
      assert.strictEqual(yield* happen(64, { depth: 1 }), "started")
      assert.strictEqual(yield* happen(65, { depth: 1 }), tooOften)
      yield* age(2, 0, "skipped")
      assert.strictEqual(yield* happen(66, { depth: 1 }), "started")
    }).pipe(Effect.provide(services()))
  )

  const BY_ACTOR: ReadonlyArray<
    readonly [string, { ownChanges?: boolean; actor?: string; login?: string; minutes?: number; isSkipped?: boolean }]
  > = [
    ["the account's own change after a start, in other letters", { actor: "MONA", isSkipped: true }],
    ["nine minutes after a start", { actor: "mona", minutes: 9, isSkipped: true }],
    ["eleven minutes after a start", { actor: "mona", minutes: 11 }],
    ["of a subscription that wants own changes", { ownChanges: true, actor: "mona" }],
    ["somebody else's change", { actor: "ada" }],
    ["nobody's change, for an account without a name", { actor: "", login: "" }]
  ]

  it.live("by the account as the actor are none within ten minutes of a start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (const [
        index,
        [label, { ownChanges = false, minutes = 0, isSkipped = false, ...who }]
      ] of BY_ACTOR.entries()) {
        yield* sql`DELETE FROM subscriptions`
        yield* subscribe(ownChanges)
        assert.strictEqual(yield* happen(2 * index + 1), "started", label)
        yield* age(2 * index + 1, minutes)
        assert.match(yield* happen(2 * index + 2, who), isSkipped ? /^The account itself did this/ : /^started$/, label)
      }
    }).pipe(Effect.provide(services()))
  )

  it.live("are also of a subscription that was made in the future, as a wrong clock says", () =>
    Effect.gen(function* () {
      yield* subscribe()
      yield* SqlClient.SqlClient.use(
        (sql) => sql`UPDATE subscriptions SET created_millis = ${Date.now() + 60 * MINUTE}`
      )
      assert.strictEqual(yield* happen(1), "started")
    }).pipe(Effect.provide(services()))
  )

  it.live("are none by an event from before the subscription was switched on, which only switching it on changes", () =>
    Effect.gen(function* () {
      const { disable, enable } = yield* Subscriptions.Subscriptions
      const id = yield* subscribe()
      const receivedMillis = Date.now() + 20
      yield* Effect.sleep(40)
      yield* enable(id, false)
      assert.strictEqual(yield* happen(1, { receivedMillis }), "started")
      yield* disable(id)
      yield* enable(id, false)
      assert.strictEqual(yield* happen(2, { receivedMillis }), "none")
      yield* Effect.sleep(20)
      assert.strictEqual(yield* happen(3), "started")
    }).pipe(Effect.provide(services()))
  )

  it.live("of an event that is reported again stay as they are, and start nothing more", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { start } = yield* Outbox.Outbox
      const { find } = yield* Subscriptions.Subscriptions
      const one = yield* find(yield* subscribe())
      if (one === undefined) return yield* Effect.die("no subscription")
      const rows = sql<{ readonly state: string }>`SELECT event_id, state, why, wakes, next_millis FROM deliveries
        ORDER BY event_id`
      yield* start(one, 1, "star 1", undefined)
      yield* start(one, 2, "star 2", "The account's own run made this change.")
      const before = yield* rows
      assert.deepStrictEqual(
        before.map(({ state }) => state),
        ["pending", "skipped"]
      )
      yield* start(one, 1, "star 1", "The account's own run made this change.")
      yield* start(one, 1, "star 1", undefined)
      yield* start(one, 2, "star 2", undefined)
      assert.deepStrictEqual(yield* rows, before)
    }).pipe(Effect.provide(services()))
  )
})
