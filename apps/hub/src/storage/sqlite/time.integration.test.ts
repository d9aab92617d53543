/** What a clock that was days ahead has dated is put right once a provider confirms the clock. */
import { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { storesAt } from "../../testing/places.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directories = temporaryDirectories()

const MINUTE = 60_000
const DAY = 86_400_000
const HOUR = 60 * MINUTE
const AHEAD = 5 * DAY

it("no poll, delivery, pairing or event waits for as long as the clock was ahead", async () => {
  const stores = storesAt({ directory: directories(), url: undefined })
  await Effect.runPromise(
    Effect.provide(
      SqlClient.SqlClient.use((sql) => sql`UPDATE clock SET good_millis = ${Date.now() + AHEAD}`),
      stores
    )
  )
  const rows = await Effect.runPromise(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const clock = yield* TrustedClock
      const { isTrusted, nowMillis: now } = yield* clock.trust
      expect(isTrusted).toBe(false)
      const ref = { plugin: "codehost", account: "main" }
      const poll = { ...ref, trigger_id: "star", place: "p", interval_millis: HOUR }
      yield* sql`INSERT INTO polls ${sql.insert([
        { ...poll, target: "ahead", next_millis: now + HOUR },
        { ...poll, target: "soon", next_millis: now - AHEAD + 2 * MINUTE }
      ])}`
      const delivery = { subscription: "s", queue: "q", state: "pending" }
      yield* sql`INSERT INTO deliveries ${sql.insert([
        { ...delivery, id: "due", event_id: 1, next_millis: now, created_millis: now },
        { ...delivery, id: "paused", event_id: 2, next_millis: now + 2 * HOUR, created_millis: now - HOUR }
      ])}`
      const received = { hook: "h", headers: "{}", body: Buffer.from(""), source: "webhook", received_millis: now }
      yield* sql`INSERT INTO inbox ${sql.insert({ ...received, digest: "d", state: "new", next_millis: now })}`
      yield* sql`INSERT INTO pairing_guesses ${sql.insert({ at_millis: now })}`
      yield* sql`INSERT INTO own_changes ${sql.insert({ ...ref, record: "r", at_millis: now })}`
      yield* sql`INSERT INTO watches ${sql.insert({
        ...ref,
        id: "w",
        trigger_id: "star",
        target: "{}",
        place: "p",
        ends_millis: now + 3 * MINUTE
      })}`
      yield* clock.confirm(new Date().toUTCString())
      return yield* sql<{ readonly name: string; readonly at: number }>`
        SELECT 'poll ' || target AS name, next_millis AS at FROM polls
        UNION ALL SELECT 'next of ' || id, next_millis FROM deliveries
        UNION ALL SELECT 'start of ' || id, created_millis FROM deliveries
        UNION ALL SELECT 'received', next_millis FROM inbox
        UNION ALL SELECT 'guess', at_millis FROM pairing_guesses
        UNION ALL SELECT 'own change', at_millis FROM own_changes
        UNION ALL SELECT 'watch', ends_millis FROM watches`
    }).pipe(Effect.scoped, Effect.provide(stores))
  )
  const minutes = Object.fromEntries(rows.map(({ name, at }) => [name, Math.round((at - Date.now()) / MINUTE) || 0]))
  expect(minutes).toEqual({
    "poll ahead": 60,
    "poll soon": 2,
    "next of due": 0,
    "next of paused": 120,
    "start of due": 0,
    "start of paused": 0,
    received: 0,
    guess: 0,
    "own change": 0,
    watch: 5
  })
})
