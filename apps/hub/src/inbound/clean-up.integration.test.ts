/** Old events are removed, but nothing that is still to be sent; on both databases. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { backends } from "../testing/backends.ts"
import { type EventHub, hubForTest } from "../testing/events/hub.ts"
import { cleanUp } from "./clean-up.ts"

const SOON = { timeout: 20_000 }
const DAY = 86_400_000

const { all } = backends()

const rows = (hub: EventHub) =>
  hub.run(
    SqlClient.SqlClient.use(
      (sql) => sql<{ readonly at: string; readonly state: string | null; readonly attempts: number }>`
        SELECT events.at, deliveries.state,
          (SELECT count(*) FROM attempts WHERE attempts.delivery = deliveries.id) AS attempts
        FROM events LEFT JOIN deliveries ON deliveries.event_id = events.id ORDER BY events.id`
    )
  )

describe.each(all)("events on $name", ({ place, stores }) => {
  /** Four events, one a day, all delivered except the first, which is pending. */
  const fourDays = async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    hub.agent.answers((response, { body }) => {
      const isFirst = body.occurredAt === "2026-06-01T00:00:01Z"
      response.writeHead(isFirst ? 503 : 200, { "retry-after": "3600" }).end()
    })
    for (const second of [1, 2, 3, 4]) {
      await hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
      await expect
        .poll(async () => (await rows(hub)).filter(({ attempts }) => attempts === 1).length, SOON)
        .toBe(second)
    }
    for (const [index, days] of [50, 40, 10, 0].entries()) {
      const at = `2026-06-01T00:00:0${index + 1}Z`
      const millis = Date.now() - days * DAY
      await hub.run(
        SqlClient.SqlClient.use((sql) =>
          Effect.andThen(
            sql`UPDATE deliveries SET created_millis = ${millis},
              done_millis = CASE WHEN done_millis IS NULL THEN NULL ELSE ${millis} END
              WHERE event_id IN (SELECT id FROM events WHERE at = ${at})`,
            sql`UPDATE events SET received_millis = ${millis} WHERE at = ${at}`
          )
        )
      )
    }
    return hub
  }
  const seconds = async (hub: EventHub) => (await rows(hub)).map(({ at }) => at.slice(17, 19))

  it("are kept for their days, and longer while they are to be sent", async () => {
    const hub = await fourDays()
    expect(await hub.run(cleanUp({ days: 30, events: 1_000 }))).toBe(1)
    expect(await seconds(hub)).toEqual(["01", "03", "04"])
    expect((await rows(hub))[0]).toMatchObject({ state: "pending", attempts: 1 })
    expect(await hub.run(cleanUp({ days: 30, events: 1_000 }))).toBe(0)
    // Sent again by hand since then, and delivered.
    await hub.run(
      SqlClient.SqlClient.use(
        (sql) => sql`UPDATE deliveries SET state = 'delivered', done_millis = ${Date.now() - 29 * DAY}
          WHERE state = 'pending'`
      )
    )
    expect(await hub.run(cleanUp({ days: 30, events: 1_000 }))).toBe(0)
    expect(await hub.run(cleanUp({ days: 28, events: 1_000 }))).toBe(1)
    expect(await seconds(hub)).toEqual(["03", "04"])
  })

  it("are kept up to their number, and the last seven days in any case", async () => {
    const hub = await fourDays()
    expect(await hub.run(cleanUp({ days: 365, events: 1 }))).toBe(2)
    expect(await seconds(hub)).toEqual(["01", "04"])
    const attemptRows = await hub.run(
      SqlClient.SqlClient.use((sql) => sql<{ readonly count: number }>`SELECT count(*) AS count FROM attempts`)
    )
    expect(attemptRows[0]?.count).toBe(2)
  })

  it("go in any number, the oldest first, no more than are too many, and none of the last seven days", async () => {
    const of = { plugin: "codehost", account: "main", trigger_id: "star", source: "redelivery", at: "", data: "{}" }
    const event = (id: number, days: number) => ({
      ...of,
      id,
      event_key: String(id),
      received_millis: Date.now() - days * DAY
    })
    // Those that were missed are recorded later than they were sent: ids do not go by age.
    const outdated = Array.from({ length: 400 }, (_, index) => event(index + 1, 100 + index))
    const seen = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ids = Effect.map(sql<{ readonly id: number }>`SELECT id FROM events ORDER BY id`, (list) =>
        list.map(({ id }) => id)
      )
      yield* sql`INSERT INTO events ${sql.insert([event(401, 500), ...outdated])}`.unprepared
      const tooMany = [yield* cleanUp({ days: 1_000, events: 200 }), yield* ids]
      const old = [yield* cleanUp({ days: 30, events: 1_000 }), yield* ids]
      yield* sql`INSERT INTO events ${sql.insert([event(402, 8), event(403, 6), event(404, 0)])}`
      return [tooMany, old, [yield* cleanUp({ days: 30, events: 0 }), yield* ids]]
    })
    expect(await Effect.runPromise(seen.pipe(Effect.provide(stores())))).toEqual([
      [201, [...Array.from({ length: 199 }, (_, index) => index + 1), 401]],
      [199, [401]],
      [2, [403, 404]]
    ])
  })

  it("leave the newest, however old: the id after it must not be one that readers have passed", async () => {
    const hub = await fourDays()
    const token = await hub.token()
    const json = { accept: "application/json" }
    await hub.run(
      SqlClient.SqlClient.use((sql) =>
        Effect.andThen(
          sql`UPDATE deliveries SET state = 'delivered', done_millis = 0, next_millis = NULL`,
          sql`UPDATE events SET received_millis = 0`
        )
      )
    )
    const { cursor } = (await hub.call("GET", "/api/events", { token, headers: json })).json
    await hub.run(cleanUp({ days: 30, events: 0 }))
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("star", { ...star.body, starred_at: "2026-06-01T00:00:05Z" })
    await expect
      .poll(
        async () => (await hub.call("GET", `/api/events?cursor=${cursor}`, { token, headers: json })).json.events,
        SOON
      )
      .toMatchObject([{ timestamp: "2026-06-01T00:00:05Z" }])
    expect(await seconds(hub)).toEqual(["04", "05"])
  })
})
