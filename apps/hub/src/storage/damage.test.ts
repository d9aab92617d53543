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
})
