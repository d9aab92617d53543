/** How long and for which account a run's changes count as the account's own; on both databases. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import * as Causes from "./causes.ts"

const MINUTE = 60_000
const WORK = { plugin: "codehost", account: "work" }
const HOME = { plugin: "codehost", account: "home" }

const { all } = backends()

describe.each(all)("own changes on $name", ({ stores }) => {
  const services = () => Layer.provideMerge(Causes.layer, stores())

  it.live("count for two hours, for the account of the run, and for the last run that made them", () =>
    Effect.gen(function* () {
      const { find, note } = yield* Causes.Causes
      const sql = yield* SqlClient.SqlClient
      const pass = (minutes: number) => sql`UPDATE own_changes SET at_millis = at_millis - ${minutes * MINUTE}`
      yield* note(WORK, ["page 1", "page 1"], "evt_1")
      yield* pass(1)
      yield* note(WORK, ["page 2"], undefined)
      assert.deepStrictEqual(yield* find(WORK, ["page 1"]), { record: "page 1", event: "evt_1" })
      assert.deepStrictEqual(yield* find(WORK, ["page 1", "page 2"]), { record: "page 2", event: undefined })
      assert.isUndefined(yield* find(WORK, ["page 3"]))
      assert.isUndefined(yield* find(WORK, []))
      assert.isUndefined(yield* find(HOME, ["page 1"]))
      yield* note(WORK, ["page 1"], "evt_2")
      assert.deepStrictEqual(yield* find(WORK, ["page 1", "page 2"]), { record: "page 1", event: "evt_2" })
      yield* pass(119)
      assert.isDefined(yield* find(WORK, ["page 1"]))
      yield* pass(2)
      assert.isUndefined(yield* find(WORK, ["page 1", "page 2"]))
      yield* note(WORK, ["page 3"], undefined)
      assert.deepStrictEqual(yield* sql`SELECT record FROM own_changes`, [{ record: "page 3" }])
    }).pipe(Effect.provide(services()))
  )

  it.live("are made although what is under way cannot be stored", () =>
    Effect.gen(function* () {
      const { changing } = yield* Causes.Causes
      const sql = yield* SqlClient.SqlClient
      assert.strictEqual(yield* changing(WORK, Effect.as(sql`DROP TABLE own_calls`, "made")), "made")
      assert.strictEqual(yield* changing(WORK, Effect.succeed("made")), "made")
    }).pipe(Effect.provide(services()), Effect.provide(Logger.layer([])))
  )

  it.live("may still be made by a call that began before the event was heard, within a minute", () =>
    Effect.gen(function* () {
      const { changing, isChanging } = yield* Causes.Causes
      const sql = yield* SqlClient.SqlClient
      const began = (minutes: number) => sql`UPDATE own_calls SET begun_millis = ${Date.now() - minutes * MINUTE}`
      const asked = Effect.gen(function* () {
        const now = Date.now()
        return {
          now: yield* isChanging(WORK, now),
          before: yield* isChanging(WORK, now - 5_000),
          other: yield* isChanging(HOME, now)
        }
      })
      yield* changing(
        WORK,
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* asked, { now: true, before: false, other: false })
          // Another server's clock may be a little behind.
          assert.isTrue(yield* isChanging(WORK, Date.now() - 500))
          yield* began(0.9)
          assert.deepStrictEqual(yield* asked, { now: true, before: true, other: false })
          yield* began(1.1)
          assert.deepStrictEqual(yield* asked, { now: false, before: false, other: false })
          // A clock that was set back since: what is heard in the future is judged by the clock of now.
          yield* began(-0.5)
          assert.isFalse(yield* isChanging(WORK, Date.now() + 10 * MINUTE))
          yield* began(0)
        })
      )
      assert.isFalse((yield* asked).now)

      // What a killed process left behind is removed with a later call.
      yield* sql`INSERT INTO own_calls ${sql.insert({ id: "killed", ...WORK, begun_millis: Date.now() - 121 * MINUTE })}`
      yield* changing(
        HOME,
        Effect.flatMap(sql`SELECT account FROM own_calls`, (rows) =>
          Effect.sync(() => assert.deepStrictEqual(rows, [{ account: "home" }]))
        )
      )
    }).pipe(Effect.provide(services()))
  )
})
