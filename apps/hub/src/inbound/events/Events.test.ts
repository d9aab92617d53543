/** What is stored of an event, on both databases. */
import { createHash } from "node:crypto"

import { assert, describe, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import type { Principal } from "../../principals/Principal.ts"
import { backends } from "../../testing/backends.ts"
import * as Causes from "../chains/causes.ts"
import { eventOfCall } from "../chains/event-links.ts"
import { Starts } from "../starts.ts"
import { rename } from "./event-accounts.ts"
import * as Events from "./Events.ts"
import * as Recorder from "./Recorder.ts"

const { all, onPostgres } = backends()

const layer = Layer.provide(Events.layer, Causes.layer)

/** A text that does not compress. */
const longText = (of: string): string =>
  Array.from({ length: 100 }, (_, n) => createHash("sha256").update(`${of}${n}`).digest("base64url")).join("")

const RECEIVED = Date.UTC(2026, 10, 22, 16, 5)

const record = (key: string, at = "2026-11-22T16:00:00Z", more: Partial<Events.Arrival> = {}) =>
  Effect.gen(function* () {
    const { write } = yield* Database
    const events = yield* Events.Events
    const occurrence = { key, at, data: {} }
    const arrival = { source: "poll", receivedMillis: RECEIVED, places: [], ...more } as const
    return yield* write(events.record({ plugin: "codehost", account: "work" }, "t", occurrence, arrival))
  })

const observation = (key: string) =>
  Effect.succeed([
    {
      connected: { plugin: { id: "codehost" }, account: { name: "work" } },
      watcher: { login: "mona", scopes: [] },
      places: [],
      occurrences: [{ trigger: "t", occurrence: { key, at: "2026-11-22T16:00:00Z", data: {} } }],
      source: "poll",
      receivedMillis: RECEIVED
    } as unknown as Recorder.Observation
  ])

describe.each(all)("$name: an event", ({ stores }) => {
  it.live("is stored once, however long its key is, as one from another hub may be", () =>
    Effect.gen(function* () {
      const [begin, end] = [longText("begin"), longText("end")]
      const { id } = yield* record(begin + end)
      assert.strictEqual((yield* record(begin + end)).id, id)
      const { id: other } = yield* record(begin)
      assert.notStrictEqual(other, id)
      const rows = yield* (yield* Events.Events).after(0, 10)
      assert.deepStrictEqual(
        rows.map((row) => row.id),
        [id, other]
      )
    }).pipe(Effect.provide(layer), Effect.provide(stores()))
  )

  it.live("that is reported again is what it was at first, with the places of both reports", () =>
    Effect.gen(function* () {
      const events = yield* Events.Events
      const first = yield* record("1", undefined, { places: ["repos/acme/a_b"], depth: 3 })
      const again = yield* record("1", undefined, { places: ["orgs/acme"], receivedMillis: RECEIVED + 1 })
      yield* record("2", undefined, { places: ["repos/acme/axb"] })
      assert.strictEqual(first.depth, 3)
      assert.deepStrictEqual(again, first)
      for (const place of ["repos/acme/a_b", "orgs/acme"]) {
        const newest = yield* events.newest({ plugin: "codehost", account: "work" }, "t", place, 10)
        assert.deepStrictEqual(
          newest.map(({ key }) => key),
          ["1"]
        )
      }
    }).pipe(Effect.provide(layer), Effect.provide(stores()))
  )

  it.live("that is damaged is left out, holds up none behind it, and can be reported again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* Events.Events
      for (const key of ["1", "2", "3", "4"]) yield* record(key, undefined, { places: ["orgs/acme"] })
      yield* sql`UPDATE events SET data = '{"cut": of' WHERE event_key = '1'`
      yield* sql`UPDATE events SET places = '5' WHERE event_key = '2'`
      yield* sql`UPDATE events SET refused = '["x"]' WHERE event_key = '3'`
      const keys = (rows: ReadonlyArray<Events.Event>) => rows.map(({ key }) => key)
      assert.deepStrictEqual(keys(yield* events.after(0, 2)), ["4"])
      const ref = { plugin: "codehost", account: "work" }
      assert.deepStrictEqual(keys(yield* events.newest(ref, "t", "orgs/acme", 10)), ["4"])
      yield* record("2", undefined, { places: ["orgs/acme"] })
      assert.deepStrictEqual(keys(yield* events.after(0, 10)), ["2", "4"])
    }).pipe(Effect.provide(layer), Effect.provide(stores()))
  )

  it.live("names the subscriptions that it did not start, by whichever report, but at most 100 of them", () =>
    Effect.gen(function* () {
      const { write } = yield* Database
      const events = yield* Events.Events
      const event = yield* record("1")
      yield* write(events.refuse(event, { sub_a: "Another author." }))
      yield* write(events.refuse(yield* record("1"), { sub_b: "Another label." }))
      const [both] = yield* events.after(0, 1)
      assert.deepStrictEqual(both?.refused, { sub_a: "Another author.", sub_b: "Another label." })
      const refusals = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`sub_${n}`, "Another label."]))
      yield* write(events.refuse(event, refusals))
      const [row] = yield* events.after(0, 1)
      assert.strictEqual(Object.keys(row?.refused ?? {}).length, 100)
    }).pipe(Effect.provide(layer), Effect.provide(stores()))
  )

  it.live("has a time that its readers can parse, whatever the service writes", () =>
    Effect.gen(function* () {
      const received = "2026-11-22T16:05:00.000Z"
      const times: ReadonlyArray<readonly [written: string, stored: string]> = [
        ["2026-11-22T16:00:00Z", "2026-11-22T16:00:00Z"],
        ["2026-11-23T03:00:00.123456+11:00", "2026-11-23T03:00:00.123456+11:00"],
        ["2026-11-22", "2026-11-22"],
        ["Sun, 22 Nov 2026 16:00:00 GMT (\u202e)", "2026-11-22T16:00:00.000Z"],
        [`2026-11-22T16:00:00.${"0".repeat(40)}Z`, "2026-11-22T16:00:00.000Z"],
        ["", received],
        ["soon", received]
      ]
      for (const [at] of times) yield* record(at, at)
      const rows = yield* (yield* Events.Events).after(0, 10)
      assert.deepStrictEqual(
        rows.map(({ key, at }) => [key, at]),
        times.map(([written, stored]) => [written, stored])
      )
    }).pipe(Effect.provide(layer), Effect.provide(stores()))
  )

  it.live("can be named by those who may use its account, whatever that is called now", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id } = yield* record("1")
      yield* rename(sql, { plugin: "codehost", account: "work" }, "team")
      const namedBy = (account: string) =>
        eventOfCall(`evt_${id}`, { grant: { accounts: [`codehost/${account}`] } } as unknown as Principal)
      assert.strictEqual(yield* namedBy("team"), `evt_${id}`)
      assert.include((yield* Effect.flip(namedBy("work"))).message, "inlay-event must be the `id` of a start")
    }).pipe(Effect.provide(layer), Effect.provide(stores()))
  )
})

// On SQLite, transactions follow each other, and reads wait for them.
it.live(
  "on PostgreSQL, an event is in the feed once all before it are, because readers go on after the last that they saw",
  () =>
    Effect.gen(function* () {
      const [isFirstStored, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let wakes = 0
      const starts = Layer.mock(Starts, {
        start: ({ occurrence: { key } }) =>
          Effect.as(
            key === "1"
              ? Effect.andThen(Deferred.succeed(isFirstStored, undefined), Deferred.await(mayCommit))
              : Effect.void,
            {}
          ),
        wake: Effect.sync(() => void (wakes += 1))
      })
      yield* Effect.gen(function* () {
        const { after, nextEvent } = yield* Events.Events
        const { record: recordAll } = yield* Recorder.Recorder
        const news = yield* Effect.forkChild(nextEvent, { startImmediately: true })
        const first = yield* Effect.forkChild(recordAll(observation("1")))
        yield* Deferred.await(isFirstStored)
        const second = yield* Effect.forkChild(recordAll(observation("2")))
        yield* Effect.timeoutOption(Fiber.await(second), "300 millis")
        const before = { events: yield* after(0, 10), wakes }
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Fiber.joinAll([first, second])
        assert.deepStrictEqual(before, { events: [], wakes: 0 })
        assert.deepStrictEqual(
          (yield* after(0, 10)).map(({ key }) => key),
          ["1", "2"]
        )
        // Whoever waits for news and for starts is woken.
        yield* Effect.timeout(Fiber.join(news), "5 seconds")
        assert.strictEqual(wakes, 2)
      }).pipe(Effect.provide(Layer.provide(Recorder.layer, starts)))
    }).pipe(Effect.provide(layer), Effect.provide(onPostgres()))
)
