import { describe, expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import { plugin } from "@inlay/codehost"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import * as Causes from "./chains/causes.ts"
import { Connections, type ConnectedAccount } from "./connections.ts"
import { Outbox } from "./dispatch/Outbox.ts"
import * as Events from "./events/Events.ts"
import * as Recorder from "./events/Recorder.ts"
import type { HookWithSecrets } from "./hook-rows.ts"
import { Hooks } from "./hooks.ts"
import * as Inbox from "./inbox.ts"
import * as Match from "./match.ts"
import * as Starts from "./starts.ts"
import type { Subscription } from "./subscriptions/Subscription.ts"
import { Subscriptions } from "./subscriptions/Subscriptions.ts"

const { all } = backends()

const bug = (): never => {
  throw new TypeError("undefined is not a function")
}

const triggers = ["whole", "broken"].map((id) => ({
  id,
  match: ({ name, body }: { readonly name: string; readonly body: unknown }) =>
    id === "broken" && body === "bug"
      ? bug()
      : name === id
        ? [{ key: String(body), at: "2026-06-01T00:00:00Z", data: { body }, causes: ["https://service.example/1"] }]
        : [],
  accepts: id === "broken" ? bug : () => true
})) as unknown as ReadonlyArray<Trigger<never>>

const connected = {
  plugin: {
    ...plugin,
    triggers,
    webhooks: {
      ...plugin.webhooks,
      read: (raw: Uint8Array) => {
        const [name = "", body] = Buffer.from(raw).toString("utf8").split(" ")
        return Result.succeed({ event: { name, body }, places: ["repos/acme/widgets"] })
      },
      isReadable: ({ name }: { readonly name: string }) => name !== "odd"
    }
  },
  account: { name: "main" },
  connection: {
    watcher: Effect.as(
      Effect.suspend(() => meanwhile),
      { login: "mona", scopes: [] }
    )
  }
} as unknown as ConnectedAccount

const started: Array<string> = []
/** Happens once a delivery has been read, before it is recorded. */
let meanwhile: Effect.Effect<unknown, unknown, SqlClient.SqlClient> = Effect.void

const WORLD = Match.layer.pipe(
  Layer.provide(Recorder.layer),
  Layer.provide(Starts.layer),
  Layer.provideMerge(Layer.mergeAll(Events.layer, Inbox.layer)),
  Layer.provideMerge(Causes.layer),
  Layer.provide(
    Layer.mergeAll(
      Layer.succeed(Connections, { plugins: [connected.plugin], find: () => Effect.succeed(connected) }),
      Layer.mock(Hooks, {
        known: () => undefined,
        find: () => Effect.succeed({ id: "hook", place: "repos/acme/widgets" } as HookWithSecrets)
      }),
      Layer.mock(Subscriptions, {
        at: ({ trigger }) => Effect.succeed([{ id: `sub_${trigger}`, createdMillis: 0, filters: {} } as Subscription])
      }),
      Layer.mock(Outbox, { start: (_, __, key) => Effect.sync(() => void started.push(key)), wake: Effect.void })
    )
  )
)

/** Processes these bodies in one round. Returns what is recorded, and what happened to the bodies. */
const processed = (bodies: ReadonlyArray<string>, secondsAgo = 0) =>
  Effect.gen(function* () {
    const inbox = yield* Inbox.Inbox
    yield* inbox.open
    const receivedMillis = (yield* Clock.currentTimeMillis) - secondsAgo * 1_000
    for (const body of bodies) {
      const delivery = {
        hook: "hook",
        headers: {},
        body: Buffer.from(body),
        source: "webhook" as const,
        receivedMillis
      }
      yield* Effect.callback<void>((resume) => inbox.add(delivery, () => resume(Effect.void)))
    }
    yield* inbox.moveAll
    yield* Match.Matcher.use(({ round }) => round)
    const events = yield* Events.Events.use(({ after }) => after(0, 100))
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ readonly state: string; readonly problem: string | null }>`
      SELECT state, problem FROM inbox ORDER BY id`
    return { events, rows: rows.map(({ state, problem }) => [state, problem]) }
  })

describe.each(all)("deliveries on $name", ({ stores }) => {
  it.effect("whose filters meet a bug are recorded, and hold up no others", () =>
    Effect.gen(function* () {
      started.length = 0
      const { events, rows } = yield* processed(["whole 1", "broken 2", "whole 3"])
      expect(events.map(({ key, refused }) => [key, refused])).toEqual([
        ["1", {}],
        ["2", { sub_broken: "A bug: its filters could not be compared with the event." }],
        ["3", {}]
      ])
      expect(started).toEqual(["1", "3"])
      expect(rows).toEqual(rows.map(() => ["done", null]))
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )
})

describe("a delivery", () => {
  const [{ stores }] = all
  const DOWN = new ProviderError({
    provider: plugin.id,
    operation: "watcher",
    reason: { _tag: "Unavailable", what: "It is down.", status: 503 }
  })

  it.effect.each(["", "{", "null", "[]"])(
    "whose stored headers are damaged (%j) is set aside, and holds up no others",
    (headers) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const body = Buffer.from("whole 1")
        const row = {
          hook: "hook",
          digest: "damaged",
          headers,
          body,
          source: "webhook",
          received_millis: 0,
          state: "new"
        }
        yield* sql`INSERT INTO inbox ${sql.insert({ ...row, next_millis: 0 })}`
        const { events, rows } = yield* processed(["whole 2"])
        expect(events.map(({ key }) => key)).toEqual(["2"])
        expect(rows).toEqual([
          ["unreadable", "Its stored headers are damaged."],
          ["done", null]
        ])
      }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("that one trigger cannot read is recorded as the others read it, and otherwise tried again later", () =>
    Effect.gen(function* () {
      const { events, rows } = yield* processed(["whole bug", "none bug"])
      expect(events.map(({ trigger }) => trigger)).toEqual(["whole"])
      const problem = "The triggers broken failed to process it: a bug."
      expect(rows).toEqual([
        ["done", null],
        ["new", problem]
      ])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("that is not as documented is tried again and again, and the log says so once", () => {
    const lines: Array<string> = []
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* processed(["odd 1"])
      yield* sql`UPDATE inbox SET next_millis = 0`
      yield* Match.Matcher.use(({ round }) => round)
      expect(yield* sql`SELECT state, tries FROM inbox`).toEqual([{ state: "new", tries: 2 }])
      expect(lines).toEqual([expect.stringMatching(/Its odd event does not have the documented shape/)])
    }).pipe(
      Effect.provide([WORLD, Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])]),
      Effect.scoped,
      Effect.provide(stores())
    )
  })

  it.effect("whose account cannot be asked is tried again later, and not given up", () =>
    Effect.gen(function* () {
      meanwhile = DOWN
      const { events, rows } = yield* processed(["whole 1"])
      expect([events, rows]).toEqual([[], [["new", DOWN.message]]])
    }).pipe(
      Effect.ensuring(Effect.sync(() => (meanwhile = Effect.void))),
      Effect.provide(WORLD),
      Effect.scoped,
      Effect.provide(stores())
    )
  )

  it.effect("waits for a call that may have caused it, and for none that began after it was received", () =>
    Effect.gen(function* () {
      const { changing } = yield* Causes.Causes
      const during = <A, E, R>(running: Effect.Effect<A, E, R>) =>
        changing({ plugin: plugin.id, account: "main" }, running)
      expect((yield* during(processed(["whole 1"]))).rows).toEqual([["new", Causes.HELD]])
      expect((yield* during(processed(["whole 2"], 10))).events.map(({ key }) => key)).toEqual(["2"])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )
})

describe.each(all)("a delivery on $name", ({ stores }) => {
  it.effect("whose account is renamed while it is read is read again, and not recorded under the old name", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hook = { id: "hook", plugin: plugin.id, account: "main", place: "repos/acme/widgets" }
      yield* sql`INSERT INTO hooks ${sql.insert({ ...hook, key_id: "", sealed: "", created_millis: 0 })}`
      const services = yield* Effect.context<SqlClient.SqlClient>()
      meanwhile = Effect.provideContext(sql`UPDATE hooks SET account = 'team'`, services)
      const { events, rows } = yield* processed(["whole 1"])
      expect([events, rows]).toEqual([[], [["new", null]]])
    }).pipe(
      Effect.ensuring(Effect.sync(() => (meanwhile = Effect.void))),
      Effect.provide(WORLD),
      Effect.scoped,
      Effect.provide(stores())
    )
  )
})

describe.each(all.filter(({ name }) => name === "PostgreSQL"))("deliveries on $name", ({ stores }) => {
  it.effect("that the database does not store are tried again later, and hold up no others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`ALTER TABLE events ADD CONSTRAINT refused CHECK (event_key <> '2')`
      const { events, rows } = yield* processed(["whole 1", "whole 2", "whole 3"])
      expect(events.map(({ key }) => key)).toEqual(["1", "3"])
      expect(rows).toEqual([
        ["done", null],
        ["new", expect.stringContaining("inbound.record failed")],
        ["done", null]
      ])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )
})
