/** Deliveries of an in-order subscription that wait for an earlier one: they rest until it ends. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"

const SOON = { timeout: 20_000 }
const MINUTE_MILLIS = 60_000

const { all } = backends()

interface Row {
  readonly attempts: number
  readonly wakes: number
  readonly next: number
}

const rowsOf = (hub: EventHub) =>
  hub.run(
    SqlClient.SqlClient.use(
      (sql) => sql<Row>`SELECT attempts, wakes, next_millis AS next FROM deliveries ORDER BY event_id`
    )
  )

describe.each(all)("deliveries in order on $name", ({ place }) => {
  it("rest while the receiver is down, and follow at once when it takes the first", async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_star", { inOrder: true })
    const hook = await hub.hook("repos/acme/widgets")
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "600" }).end())
    for (const second of [1, 2, 3, 4]) {
      await hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
    }
    const restMinutes = async () =>
      (await rowsOf(hub)).map(({ next }) => Math.round((next - Date.now()) / MINUTE_MILLIS))
    // The second is due with the first. Those behind it would only wait for it in turn.
    await expect.poll(restMinutes, SOON).toEqual([10, 10, 60, 60])
    const before = await rowsOf(hub)
    expect(before.map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0])

    hub.agent.answers((response) => void response.writeHead(200).end())
    await hub.run(SqlClient.SqlClient.use((sql) => sql`UPDATE deliveries SET next_millis = 0 WHERE attempts = 1`))
    const starts = await hub.agent.starts(5)
    expect(starts.map(({ body }) => Number(body.occurredAt.slice(17, 19)))).toEqual([1, 1, 2, 3, 4])
    // Each was taken once more.
    await expect
      .poll(async () => (await rowsOf(hub)).map(({ wakes }) => wakes))
      .toEqual(before.map(({ wakes }) => wakes + 1))
  })
})
