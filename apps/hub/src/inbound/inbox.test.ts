/** What is received, until it is processed, on both databases. */
import { readdirSync } from "node:fs"

import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { deliveriesOf, databaseFile } from "../storage/paths.ts"
import { backends } from "../testing/backends.ts"
import { storesAt } from "../testing/places.ts"
import * as Inbox from "./inbox.ts"

const { all } = backends()
const SECOND = 1_000
const DAY = 86_400 * SECOND

const store = Effect.fnUntraced(function* (id: number, more: Readonly<Record<string, unknown>> = {}) {
  const sql = yield* SqlClient.SqlClient
  const row = { id, hook: "hook", digest: String(id), headers: "{}", body: Buffer.from(""), source: "webhook" }
  yield* sql`INSERT INTO inbox ${sql.insert({ ...row, state: "new", received_millis: 0, next_millis: 0, ...more })}`
})

const rows = SqlClient.SqlClient.use(
  (sql) => sql<{ readonly id: number; readonly state: string; readonly problem: string | null }>`
    SELECT id, state, problem FROM inbox ORDER BY id`
)

describe.each(all)("a delivery on $name", ({ name, place, stores }) => {
  it.live("is processed once, and what another server says of it later changes nothing", () =>
    Effect.gen(function* () {
      const inbox = yield* Inbox.Inbox
      for (const id of [1, 2, 3]) yield* store(id)
      const claim = (...ids: ReadonlyArray<number>) => inbox.claim(ids.map((id) => ({ id, account: "main" })))
      expect([yield* claim(1, 2), yield* claim(1, 2, 3), yield* claim()]).toEqual([
        new Set([1, 2]),
        new Set([3]),
        new Set()
      ])
      yield* inbox.refuse(1, "It cannot be read.")
      yield* inbox.postpone({ id: 2, tries: 0 }, "It fails.")
      expect(yield* rows).toEqual([1, 2, 3].map((id) => ({ id, state: "done", problem: null })))
    }).pipe(Effect.provide(Inbox.layer), Effect.scoped, Effect.provide(stores()))
  )

  it.live("that cannot be processed is tried again later and later, and holds up no other that is due", () =>
    Effect.gen(function* () {
      const inbox = yield* Inbox.Inbox
      const sql = yield* SqlClient.SqlClient
      const now = yield* Clock.currentTimeMillis
      const pauses = [1, 8, 300, 300]
      for (const [index, tries] of [0, 3, 9, 100].entries()) {
        yield* store(index, { tries })
        yield* inbox.postpone({ id: index, tries }, "It fails.")
      }
      const postponed = yield* sql<{ readonly next_millis: number; readonly tries: number }>`
        SELECT next_millis, tries FROM inbox ORDER BY id`
      expect(postponed.map(({ next_millis: next }) => Math.floor((next - now) / SECOND))).toEqual(pauses)
      expect(postponed.map(({ tries }) => tries)).toEqual([1, 4, 10, 101])
      yield* store(10, { next_millis: now - 1 })
      yield* store(11, { next_millis: now - 3 })
      yield* store(12, { next_millis: now - 2 })
      expect((yield* inbox.due(2)).map(({ id }) => id)).toEqual([11, 12])
      expect((yield* inbox.due(9)).map(({ id }) => id)).toEqual([11, 12, 10])
    }).pipe(Effect.provide(Inbox.layer), Effect.scoped, Effect.provide(stores()))
  )

  it.live("is kept for a week, and longer if nobody has tried to process it", () =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const [old, young] = [{ received_millis: now - 8 * DAY }, { received_millis: now - 6 * DAY }]
      yield* store(1, { ...old, state: "done" })
      yield* store(2, { ...old, state: "unreadable" })
      yield* store(3, { ...old, tries: 1 })
      yield* store(4, old)
      yield* store(5, { ...young, state: "done" })
      yield* store(6, { ...young, tries: 1 })
      yield* Inbox.Inbox.use(({ sweep }) => sweep)
      expect((yield* rows).map(({ id }) => id)).toEqual([4, 5, 6])
      for (let id = 7; id < 150; id++) yield* store(id, { ...old, state: "done" })
      yield* Inbox.Inbox.use(({ sweep }) => sweep)
      expect((yield* rows).map(({ id }) => id)).toEqual([4, 5, 6])
    }).pipe(Effect.provide(Inbox.layer), Effect.scoped, Effect.provide(stores()))
  )

  it.live("is stored with the headers that say what it is, and without those that prove who sent it", () =>
    Effect.gen(function* () {
      const inbox = yield* Inbox.Inbox
      yield* inbox.open
      const proofs = ["x-hub-signature-256", "authorization", "cookie", "x-secret", "x-gitlab-token"]
      const others = ["host", "connection", "forwarded", "x-forwarded-for"]
      const stored = { "x-github-event": "star", "x-github-delivery": "1" }
      const headers = { ...Object.fromEntries([...proofs, ...others].map((header) => [header, "canary"])), ...stored }
      const delivery = { hook: "hook", headers, body: Buffer.from(""), source: "webhook", receivedMillis: 0 } as const
      yield* Effect.callback<void>((resume) => inbox.add(delivery, () => resume(Effect.void)))
      yield* inbox.moveAll
      expect((yield* inbox.due(9)).map((row) => JSON.parse(row.headers) as unknown)).toEqual([stored])
    }).pipe(Effect.provide(Inbox.layer), Effect.scoped, Effect.provide(stores()))
  )

  it.live.runIf(name === "SQLite")("leaves the journal once it was moved", () =>
    Effect.gen(function* () {
      const at = yield* Effect.promise(place)
      yield* Effect.gen(function* () {
        const inbox = yield* Inbox.Inbox
        yield* inbox.open
        const delivery = {
          hook: "hook",
          headers: {},
          body: Buffer.from("secret"),
          source: "webhook",
          receivedMillis: 0
        } as const
        yield* Effect.callback<void>((resume) => inbox.add(delivery, () => resume(Effect.void)))
        const files = () => readdirSync(deliveriesOf(databaseFile(at.directory)))
        yield* inbox.moveAll
        expect(files()).toHaveLength(1)
        yield* inbox.sweep
        yield* inbox.move
        expect(files()).toEqual([])
      }).pipe(Effect.provide(Inbox.layer), Effect.scoped, Effect.provide(storesAt(at)))
    })
  )
})
