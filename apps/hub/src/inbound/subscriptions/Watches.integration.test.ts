/** What is watched without a subscription, and for how long; on both databases. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import * as Watches from "./Watches.ts"

const { all } = backends()

const target = (repo: string, account = "work", pollsOnly = false): Watches.WatchedTarget => ({
  plugin: "codehost",
  account,
  trigger: "codehost_new_star",
  target: { owner: "acme", repo },
  place: `repos/acme/${repo}`,
  pollsOnly
})

describe.each(all)("watches on $name", ({ stores }) => {
  it.live("end without renewal, are renewed with what is asked now, and count for each caller and account", () =>
    Effect.gen(function* () {
      const { isKept, keep, list } = yield* Watches.Watches
      const sql = yield* SqlClient.SqlClient
      const pass = (minutes: number) => sql`UPDATE watches SET ends_millis = ends_millis - ${minutes * 60_000}`
      const watched = Effect.map(list, (rows) => rows.map((row) => `${row.place} ${row.pollsOnly}`).toSorted())
      assert.strictEqual(yield* keep(target("widgets"), "token:1"), "new")
      assert.strictEqual(yield* keep(target("gadgets"), "token:1"), "new")
      yield* pass(2)
      assert.strictEqual(yield* keep(target("widgets", "work", true), "token:1"), "renewed")
      yield* pass(2)
      assert.deepStrictEqual(yield* watched, ["repos/acme/widgets true"])
      yield* pass(2)
      assert.deepStrictEqual(yield* watched, [])

      for (let no = 0; no < Watches.MAX_WATCHES; no++) yield* keep(target(`r${no}`), "token:1")
      assert.strictEqual(yield* keep(target("more"), "token:1"), "tooMany")
      assert.strictEqual(yield* keep(target("r0"), "token:1"), "renewed")
      assert.strictEqual(yield* keep(target("more", "home"), "token:1"), "new")
      assert.strictEqual(yield* keep(target("more"), "token:2"), "new")
      assert.strictEqual(yield* keep({ ...target("more"), plugin: "analytics" }, "token:1"), "new")
      assert.isTrue(yield* isKept(target("r0"), "token:1"))
      assert.isFalse(yield* isKept(target("r0"), "token:2"))
      yield* pass(4)
      assert.isFalse(yield* isKept(target("r0"), "token:1"))
      assert.strictEqual(yield* keep(target("more"), "token:1"), "new")
      assert.strictEqual(yield* keep({ ...target("more"), trigger: "codehost_new_fork" }, "token:1"), "new")
    }).pipe(Effect.provide(Layer.provideMerge(Watches.layer, stores())))
  )
})
