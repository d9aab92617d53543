/** Which answers mention a person or company, on both databases. */
import { describe, expect, it } from "@effect/vitest"
import { keysOfQuestion } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { Erasure } from "./erasure.ts"

const { all } = backends()

const store = Effect.fnUntraced(function* (bodies: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const answer = { scope: "salesdata/main", operation: "person", keys: "[]", match: 1, status: 200 }
  for (const [index, body] of bodies.entries()) {
    yield* sql`INSERT INTO lookups ${sql.insert({ id: index + 1, ...answer, body, fetched_at_millis: 0, expires_at_millis: 0 })}`
  }
})

describe.each(all)("an erasure on $name", ({ stores }) => {
  it.live("finds a mention in whichever case, also of letters that databases do not lower", () =>
    Effect.gen(function* () {
      const { erase } = yield* Erasure
      const sql = yield* SqlClient.SqlClient
      const others = ['{"manager":"/in/özge-2"}', '{"manager":"/in/özlem"}', '{"manager":"/in/%C3%96zge%C3%BC"}']
      yield* store([
        '{"manager":"/In/ÖZGE"}',
        '{"manager":"/in/%C3%B6zge"}',
        '{"manager":"/in/%C3%96ZGE"}',
        '{"manager":"ÖZGE@Firm.example"}',
        ...others
      ])
      const texts = ["/in/özge", "/in/%c3%b6zge", "özge@firm.example"]
      expect(yield* erase({ keys: [], texts })).toMatchObject({ answers: 4 })
      expect(yield* sql`SELECT body FROM lookups ORDER BY id`).toEqual(others.map((body) => ({ body })))
    }).pipe(Effect.provide(stores()))
  )

  it.live("finds a mention that is percent-encoded where the identifier is, too", () =>
    Effect.gen(function* () {
      const { erase } = yield* Erasure
      yield* store([
        '{"at":"https://firm.example/company/m%C3%BCller-%26-s%C3%B6hne"}',
        '{"at":"sites.example/%C3%96zge"}'
      ])
      const texts = ["/company/müller-&-söhne", "/company/m%c3%bcller-%26-s%c3%b6hne", "sites.example/%c3%96zge"]
      expect(yield* erase({ keys: [], texts })).toMatchObject({ answers: 2 })
    }).pipe(Effect.provide(stores()))
  )

  it.live("finds all of five hundred mentions", () =>
    Effect.gen(function* () {
      const { erase } = yield* Erasure
      const count = 501
      yield* store(Array.from({ length: count }, () => '{"manager":"jane@firm.example"}'))
      expect(yield* erase({ keys: [], texts: ["jane@firm.example"] })).toMatchObject({ answers: count })
    }).pipe(Effect.provide(stores()))
  )

  it.live("finds what the subject was bought under, and nothing of whom an answer to its question is about", () =>
    Effect.gen(function* () {
      const { erase } = yield* Erasure
      const sql = yield* SqlClient.SqlClient
      const [jane, profile, bob] = ["email:jane@firm.example", "profile:/in/jd", "email:bob@firm.example"]
      const question = keysOfQuestion([jane]).slice(1)
      yield* store(["{}", "{}"])
      const at = { scope: "salesdata/main", operation: "person" }
      for (const [index, keys] of [
        [jane, profile],
        [bob, ...question]
      ].entries()) {
        yield* sql`UPDATE lookups SET keys = ${JSON.stringify(keys)} WHERE id = ${index + 1}`
        for (const key of keys) yield* sql`INSERT INTO lookup_keys ${sql.insert({ ...at, key, lookup_id: index + 1 })}`
      }
      for (const key of [profile, bob]) {
        const purchase = { ...at, id: key, purse: "", keys: JSON.stringify([key]), estimate: 1, charged: 1 }
        const times = { at_millis: 0, lease_ends_millis: 0 }
        yield* sql`INSERT INTO ledger ${sql.insert({ ...purchase, ...times, state: "settled", run: "" })}`
        yield* sql`INSERT INTO ledger_keys ${sql.insert({ ...at, key, row_id: key })}`
      }
      const damagedRow = { at_millis: 0, source: "answer", name: "", content: JSON.stringify({ keys: profile }) }
      yield* sql`INSERT INTO damaged ${sql.insert(damagedRow)}`
      const counts = { answers: 2, purchases: 1, damaged: 1 }
      expect(yield* erase({ keys: [jane], texts: ["jane@firm.example"] })).toEqual(counts)
      expect(yield* sql`SELECT id, keys FROM ledger ORDER BY id`).toEqual([
        { id: bob, keys: JSON.stringify([bob]) },
        { id: profile, keys: "[]" }
      ])
    }).pipe(Effect.provide(stores()))
  )
})
