/** What a repair leaves of damaged rows, on both databases. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { Damage } from "./damage.ts"

const { all } = backends()

const AT = { scope: "salesdata/main", operation: "person" }

describe.each(all)("a repair on $name", ({ stores }) => {
  it.live("keeps all of a damaged answer, and counts a purchase without a time from now on", () =>
    Effect.gen(function* () {
      const { repair } = yield* Damage
      const sql = yield* SqlClient.SqlClient
      const body = '{"name":"Jane"}'
      const answer = { ...AT, id: 1, keys: "[", match: 1, status: 200, body }
      yield* sql`INSERT INTO lookups ${sql.insert({ ...answer, fetched_at_millis: 0, expires_at_millis: 0 })}`
      const purchase = { ...AT, id: "p", purse: "", keys: "[", estimate: 3, charged: 5, state: "settled", run: "r" }
      yield* sql`INSERT INTO ledger ${sql.insert({ ...purchase, at_millis: -1, lease_ends_millis: 0 })}`
      yield* sql`INSERT INTO ledger_keys ${sql.insert({ ...AT, key: "k", row_id: "p" })}`
      const before = yield* Clock.currentTimeMillis
      expect((yield* repair).map(({ source }) => source)).toEqual(["answer", "purchase"])
      const [kept] = yield* sql<{ readonly content: string }>`SELECT content FROM damaged WHERE source = 'answer'`
      expect(JSON.parse(kept?.content ?? "null")).toMatchObject({ body, keys: "[" })
      const columns = sql.literal("state, charged, estimate, keys")
      const since = sql`at_millis >= ${before} AND lease_ends_millis = at_millis`
      expect(yield* sql`SELECT ${columns} FROM ledger WHERE ${since}`).toEqual([
        { state: "unknown", charged: null, estimate: 3, keys: '["k"]' }
      ])
    }).pipe(Effect.provide(stores()))
  )

  it.live(
    "removes damaged events with their deliveries, and received deliveries, which are named and kept as texts",
    () =>
      Effect.gen(function* () {
        const { find, repair } = yield* Damage
        const sql = yield* SqlClient.SqlClient
        const at = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star", at: "2026-06-01T00:00:00Z" }
        const damages = [{}, { data: '{"cut": of' }, { places: "5" }, { refused: "[]" }, { data: "" }]
        for (const [index, damage] of damages.entries()) {
          const event = { ...at, id: index + 1, event_key: String(index), data: '{"name":"Jane"}', ...damage }
          yield* sql`INSERT INTO events ${sql.insert({ ...event, source: "webhook", received_millis: 0 })}`
          const delivery = { id: `msg_${index + 1}`, subscription: "sub", queue: "d_1", event_id: index + 1 }
          yield* sql`INSERT INTO deliveries ${sql.insert({ ...delivery, state: "dead", created_millis: 0 })}`
          const attempt = { delivery: delivery.id, attempt: 1, at_millis: 0, duration_millis: 0, answer: "" }
          yield* sql`INSERT INTO attempts ${sql.insert(attempt)}`
        }
        const bodies = [
          ["{}", "new"],
          ["[]", "unreadable"],
          ["", "done"]
        ] as const
        for (const [headers, state] of bodies) {
          const received = { hook: "hook", digest: state, headers, body: Buffer.from("Jane"), source: "webhook", state }
          yield* sql`INSERT INTO inbox ${sql.insert({ ...received, received_millis: 0, next_millis: 0 })}`
        }
        const names = [2, 3, 4].map((id) => `event ${id} of codehost_new_star`).concat("received delivery 2 of hook")
        expect((yield* find).map(({ name }) => name)).toEqual(names)
        expect((yield* repair).map(({ name }) => name)).toEqual(names)
        expect(yield* find).toEqual([])
        const contents = yield* sql<{ readonly content: string }>`SELECT content FROM damaged ORDER BY id`
        expect(contents.map(({ content }) => JSON.parse(content) as unknown)).toMatchObject([
          { id: 2, data: '{"cut": of' },
          { id: 3, places: "5", data: '{"name":"Jane"}' },
          { id: 4, refused: "[]" },
          { headers: "[]", body: "Jane" }
        ])
        expect(yield* sql`SELECT id FROM events ORDER BY id`).toEqual([{ id: 1 }, { id: 5 }])
        expect(yield* sql`SELECT id FROM deliveries ORDER BY id`).toEqual([{ id: "msg_1" }, { id: "msg_5" }])
        expect(yield* sql`SELECT delivery AS id FROM attempts ORDER BY id`).toEqual([{ id: "msg_1" }, { id: "msg_5" }])
        expect(yield* sql`SELECT state FROM inbox ORDER BY id`).toEqual([{ state: "new" }, { state: "done" }])
      }).pipe(Effect.provide(stores()))
  )

  it.live("ends damaged subscriptions, and keeps what they were", () =>
    Effect.gen(function* () {
      const { find, repair } = yield* Damage
      const sql = yield* SqlClient.SqlClient
      const damages = [{}, { target: "{" }, { filters: "" }, { url: "exec:[" }, { url: 'exec:["node"]' }]
      for (const [index, damage] of damages.entries()) {
        const of = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star", principal: "admin" }
        const to = { target: "{}", place: "p", filters: "{}", url: "https://agent.example/", queue: "d_1" }
        const rest = { key_id: "", sealed: "", in_order: 0, own_changes: 0, enabled: 1, created_millis: 0 }
        const row = { id: `sub_${index}`, name: "s", ...of, ...to, ...rest }
        yield* sql`INSERT INTO subscriptions ${sql.insert({ ...row, ...damage })}`
      }
      const names = [1, 2, 3].map((index) => `subscription sub_${index} of codehost/main`)
      expect((yield* find).map(({ name }) => name)).toEqual(names)
      expect((yield* repair).map(({ name }) => name)).toEqual(names)
      expect(yield* find).toEqual([])
      const contents = yield* sql<{ readonly content: string }>`SELECT content FROM damaged ORDER BY id`
      expect(contents.map(({ content }) => JSON.parse(content) as unknown)).toMatchObject(damages.slice(1, 4))
      expect(yield* sql`SELECT id FROM subscriptions WHERE removed_millis IS NULL ORDER BY id`).toEqual([
        { id: "sub_0" },
        { id: "sub_4" }
      ])
    }).pipe(Effect.provide(stores()))
  )
})
