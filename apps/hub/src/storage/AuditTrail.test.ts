/** Reads of a long audit log, on both databases: what they find, that old runs go, and that they scan no more of it. */
import { assert, describe, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import * as Audit from "./AuditTrail.ts"

const { all } = backends()
const DAY = 86_400_000
const ROWS = 200_000

const run = (atMillis: number, more: Readonly<Record<string, unknown>> = {}) => ({
  at_millis: atMillis,
  duration_millis: 1,
  plugin: "sample",
  account: "main",
  step: "sample_read",
  outcome: "ok",
  ...more
})

const record = (...runs: ReadonlyArray<ReturnType<typeof run>>) =>
  Effect.flatMap(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write }]) =>
    write(Effect.forEach(runs, (row) => sql`INSERT INTO audit ${sql.insert(row)}`))
  )

/** The shortest of several times that an effect takes, in milliseconds. */
const shortest = <E, R>(effect: Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const times: Array<number> = []
    for (let count = 0; count < 5; count++) {
      const began = performance.now()
      yield* effect
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  })

describe.each(all)("$name", ({ name, stores }) => {
  const layer = () => Layer.provideMerge(Audit.layer, stores())

  it.live("counts each account's runs by day, and says when it last ran", () =>
    Effect.gen(function* () {
      const trail = yield* Audit.AuditTrail
      yield* record(
        run(DAY * 99 + 5, { charged: 2 }),
        run(DAY * 100, { outcome: "Timeout", charge_unknown: 1 }),
        run(DAY * 101 - 1, { principal: "token:1", charged: 3 }),
        run(DAY * 101, { account: "other" }),
        run(DAY * 102),
        run(DAY * 103, { plugin: "another" })
      )
      const main = { plugin: "sample", account: "main", day: 100, failed: 0, credits: 0, unknown: 0 }
      const days = yield* trail.days({ firstDay: 100, count: 2 })
      assert.deepStrictEqual(days, [
        { ...main, runs: 2, failed: 1, credits: 3, unknown: 1 },
        { ...main, account: "other", day: 101, runs: 1 }
      ])
      assert.deepStrictEqual(yield* trail.days({ firstDay: 100, count: 2, principal: "token:1" }), [
        { ...main, runs: 1, credits: 3 }
      ])
      const asked = ["other", "main", "none"].map((account) => ({ plugin: "sample", name: account }))
      assert.deepStrictEqual(yield* trail.lastUses(asked), [
        { plugin: "sample", account: "other", atMillis: DAY * 101 },
        { plugin: "sample", account: "main", atMillis: DAY * 102 }
      ])
    }).pipe(Effect.provide(layer()))
  )

  it.live("keeps the last use of an account that is stored anew, and no other's", () =>
    Effect.gen(function* () {
      const { keepLastUse, lastUses } = yield* Audit.AuditTrail
      const sql = yield* SqlClient.SqlClient
      const main = { plugin: "sample", name: "main" }
      const accounts = [main, { ...main, name: "other" }, { ...main, plugin: "another" }]
      const sealed = {
        kind: "key",
        settings: "{}",
        revision: "",
        created_millis: 0,
        key_id: "",
        seal: new Uint8Array()
      }
      for (const [id, one] of accounts.entries()) {
        yield* sql`INSERT INTO accounts ${sql.insert({ id: String(id), ...one, ...sealed })}`
      }
      yield* keepLastUse(main, DAY)
      assert.deepStrictEqual(yield* lastUses(accounts), [{ plugin: "sample", account: "main", atMillis: DAY }])
    }).pipe(Effect.provide(layer()))
  )

  it.live("goes page by page from the newest run, each once, and selects what is asked for", () =>
    Effect.gen(function* () {
      const { page } = yield* Audit.AuditTrail
      yield* record(
        run(1, { via: "mcp" }),
        run(2, { account: "other", charge_unknown: 1 }),
        run(3, { plugin: "other", charged: 2 }),
        run(4, { outcome: "Timeout" })
      )
      const times = (filter: Audit.AuditFilter, limit = 10) =>
        Effect.map(page(filter, limit), (rows) => rows.map(({ atMillis }) => atMillis))
      const [, last] = yield* page({}, 2)
      assert.deepStrictEqual(
        [yield* times({}, 2), yield* times({ beforeId: last?.id ?? 0 })],
        [
          [4, 3],
          [2, 1]
        ]
      )
      assert.deepStrictEqual(yield* times({ sinceMillis: 3 }), [4, 3])
      assert.deepStrictEqual(yield* times({ plugin: "sample" }), [4, 2, 1])
      assert.deepStrictEqual(yield* times({ plugin: "sample", account: "main" }), [4, 1])
      assert.deepStrictEqual(yield* times({ outcome: "ok", via: "mcp" }), [1])
      const charges = (yield* page({}, 10)).map(({ charged }) => charged)
      assert.deepStrictEqual(charges, [null, 2, "unknown", null])
    }).pipe(Effect.provide(layer()))
  )

  it.live("runs are removed after the time that the README states", () =>
    Effect.gen(function* () {
      const now = Date.now()
      const times = [0, Audit.KEPT_DAYS - 1, Audit.KEPT_DAYS + 1, Audit.KEPT_DAYS + 2].map((days) => now - days * DAY)
      yield* record(...times.map((at) => run(at)))
      assert.strictEqual(yield* Audit.removeOldRuns, 2)
      assert.strictEqual(yield* Audit.removeOldRuns, 0)
      const left = yield* (yield* Audit.AuditTrail).page({}, 10)
      assert.deepStrictEqual(
        left.map(({ atMillis }) => atMillis),
        times.slice(0, 2).toReversed()
      )
    }).pipe(Effect.provide(layer()))
  )

  // On SQLite, nothing else happens in the program while a statement runs.
  it.live.skipIf(name !== "SQLite")("reads what is asked for, not the whole log", () =>
    Effect.gen(function* () {
      const trail = yield* Audit.AuditTrail
      const sql = yield* SqlClient.SqlClient
      yield* sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
        INSERT INTO audit (at_millis, duration_millis, plugin, account, step, outcome)
        SELECT ${DAY * 100} + i * 400, 1, 'sample', 'main', 'sample_read', 'ok' FROM n`
      const whole = yield* shortest(sql`SELECT count(*) FROM audit WHERE duration_millis = 2`)
      const lastUses = trail.lastUses([{ plugin: "sample", name: "main" }])
      assert.isBelow(yield* shortest(lastUses), whole / 5)
      const emptyDay = trail.days({ firstDay: 50, count: 1, principal: "local" })
      assert.isBelow(yield* shortest(emptyDay), whole / 5)
      assert.isBelow(yield* shortest(trail.page({ step: "sample_write" }, 50)), whole / 5)
      assert.isBelow(yield* shortest(trail.page({ plugin: "sample" }, 50)), whole / 5)
      assert.isBelow(yield* shortest(trail.page({ plugin: "sample", account: "main" }, 50)), whole / 5)
      // Days are read one by one, and other work gets its turn in between.
      let turns = 0
      const count = () => {
        turns++
        turn = setImmediate(count)
      }
      let turn = setImmediate(count)
      yield* trail.days({ firstDay: 50, count: 90 })
      clearImmediate(turn)
      assert.isAtLeast(turns, 90)
    }).pipe(Effect.provide(layer()))
  )
})
