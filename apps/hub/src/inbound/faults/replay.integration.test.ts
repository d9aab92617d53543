/**
 * A recorded delivery is sent again and again. The signature covers only its body, so headers cannot make it a new
 * delivery.
 */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { deliveryHeaders, type EventHub, hubForTest } from "../../testing/events/hub.ts"

const body = JSON.stringify(star.body)
const REPLAYS = Number(process.env["INLAY_REPLAYS"] ?? 300)
const AT_ONCE = 25

const { all } = backends()

describe.each(all)("one body under many delivery ids on $name", ({ name, place }) => {
  it(`starts 1 agent, be it sent ${REPLAYS} times, by every hook and to every server, also after it was read`, async () => {
    const hub = await hubForTest(await place())
    const servers: Array<Pick<EventHub, "call">> = [hub]
    if (name === "PostgreSQL") {
      const other = await hub.again()
      onTestFinished(other.close)
      servers.push(other)
    }
    await hub.subscribe("codehost_new_star")
    const hooks = await Promise.all(["repos/acme/widgets", "orgs/acme"].map((at) => hub.hook(at)))
    let count = 0
    const statuses = new Set<number>()
    const sender = async () => {
      while (count < REPLAYS) {
        const hook = hooks[count % 2]
        const server = servers[Math.floor(count / 2) % servers.length]
        count += 1
        if (hook === undefined || server === undefined) return
        const headers = deliveryHeaders(hook.secret, "star", body)
        statuses.add((await server.call("POST", `/webhooks/${hook.id}`, { body, headers })).status)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sender))
    expect([...statuses]).toEqual([202])
    await hub.agent.starts(1)
    const unread = () => hub.run(SqlClient.SqlClient.use((sql) => sql`SELECT id FROM inbox WHERE state = 'new'`))
    await expect.poll(unread, { timeout: 20_000 }).toEqual([])
    // Read once more, the delivery is an event that is already known.
    await hub.run(SqlClient.SqlClient.use((sql) => sql`DELETE FROM inbox`))
    await hooks[0]?.deliver("star", star.body)
    // A later event: once it has arrived, the one before was processed.
    await hooks[0]?.deliver("star", { ...star.body, starred_at: "2026-06-01T00:00:00Z" })
    await expect.poll(() => hub.agent.all.at(-1)?.body.occurredAt, { timeout: 20_000 }).toBe("2026-06-01T00:00:00Z")
    expect(hub.agent.all).toHaveLength(2)
  })
})
