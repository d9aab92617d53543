/** The limits that providers last reported, as the hub's programs read them. */
import { assert, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { hourlyLimits, Limits } from "./Limits.ts"

const { directory, onPostgres } = backends()

/** Stores a window of an account's resource that ends in so many milliseconds. */
const store = Effect.fnUntraced(function* (resource: string, limit: number, endsInMillis: number) {
  const sql = yield* SqlClient
  const millis = (yield* Clock.currentTimeMillis) + endsInMillis
  const windows = { hour: { limit, remaining: 1, resetsAtMillis: millis, endsAtMillis: millis } }
  const state = JSON.stringify({ windows, claims: [], heldUntilMillis: 0, askedSeconds: 0 })
  yield* sql`INSERT INTO budgets ${sql.insert({ scope: "codehost/main", resource, state, ends_millis: millis })}`
})

it.live(
  "a window that has ended says nothing, the others are in one order, and the largest is the one by the hour",
  () =>
    Effect.gen(function* () {
      yield* store("search", 30, 60_000)
      yield* store("core", 5_000, 60_000)
      yield* store("graphql", 15_000, -1)
      const limits = yield* (yield* Limits).at(yield* Clock.currentTimeMillis)
      const names = limits.map(({ account, resource }) => `${account} ${resource}`)
      assert.deepStrictEqual(names, ["codehost/main core", "codehost/main search"])
      assert.deepStrictEqual([...(yield* hourlyLimits)], [["codehost/main", 5_000]])
    }).pipe(Effect.provide(Layer.provideMerge(Limits.layer(directory()), onPostgres())))
)
