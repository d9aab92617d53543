/** How events come without anybody setting anything up: hooks, polls, and what was missed; on both databases. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { afterEach, describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { eventHub, signatureOf, type EventHub } from "../../testing/events/hub.ts"

const { all } = backends()
const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Writes at the service are a second apart. */
const SOON = { timeout: 20_000 }

const PLACE = "repos/acme/widgets"

/** As the service sends it: signed with the secret that it was given. */
const send = (hub: EventHub, url: string, secret: string, event: string, payload: unknown) => {
  const body = JSON.stringify(payload)
  return hub.call("POST", new URL(url).pathname, {
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": crypto.randomUUID(),
      "x-hub-signature-256": signatureOf(secret, body)
    }
  })
}

const healthOf = async (hub: EventHub) => (await hub.api("GET", "/api/subscriptions/health")).json.health

const pollNow = (hub: EventHub) => hub.run(SqlClient.SqlClient.use((sql) => sql`UPDATE polls SET next_millis = 0`))

describe.each(all)("events arrive on $name", ({ place }) => {
  const hubOf = async () => {
    const hub = await eventHub(await place())
    closing.push(hub.close)
    return hub
  }

  it("by one hook with the events of all subscriptions, repaired, and removed with the last", async () => {
    const hub = await hubOf()
    const first = await hub.subscribe("codehost_new_issue")
    await expect.poll(() => hub.service.hooksAt(PLACE).length, SOON).toBe(1)
    const second = await hub.subscribe("codehost_new_star")
    await expect.poll(() => hub.service.hooksAt(PLACE)[0]?.events, SOON).toEqual(["issues", "star"])
    expect(hub.service.hooksAt(PLACE)).toHaveLength(1)
    const [hook] = hub.service.hooksAt(PLACE)
    if (hook === undefined) throw new Error("there is no hook")
    expect((await send(hub, hook.config.url, hook.config.secret, "star", star.body)).status).toBe(202)
    expect((await hub.agent.starts(1))[0]?.isSigned).toBe(true)
    expect(await healthOf(hub)).toMatchObject([
      { ok: true, way: "webhook" },
      { ok: true, way: "webhook" }
    ])
    // Somebody edits it, somebody deletes it: the next look puts it right.
    hook.active = false
    await hub.api("PATCH", `/api/subscriptions/${first.subscription.id}`, { enabled: false })
    await expect.poll(() => hub.service.hooksAt(PLACE)[0]?.events, SOON).toEqual(["star"])
    hub.service.hooksAt(PLACE).splice(0)
    await hub.api("PATCH", `/api/subscriptions/${first.subscription.id}`, { enabled: true })
    await expect.poll(() => hub.service.hooksAt(PLACE)[0]?.events, SOON).toEqual(["issues", "star"])
    for (const { subscription } of [first, second]) await hub.api("DELETE", `/api/subscriptions/${subscription.id}`)
    await expect.poll(() => hub.service.hooksAt(PLACE), SOON).toEqual([])
  })

  it("by a poll where no hook can be made, which is said; once, by whichever way they come besides", async () => {
    const hub = await hubOf()
    hub.service.state.allowsHooks = false
    await hub.subscribe("codehost_new_star")
    await expect.poll(async () => (await healthOf(hub))[0].way, SOON).toBe("poll")
    const [health] = await healthOf(hub)
    expect(health).toMatchObject({ ok: true })
    expect(health.because).toMatch(/^It is polled, every 60 s\. ./)
    await expect
      .poll(async () => {
        const [row] = await hub.run(
          SqlClient.SqlClient.use((sql) => sql<{ readonly poll_cursor: string | null }>`SELECT poll_cursor FROM polls`)
        )
        return row?.poll_cursor
      }, SOON)
      .toBeTypeOf("string")
    const { starred_at, sender } = star.body
    hub.service.state.stars = [{ starred_at, user: sender }]
    await pollNow(hub)
    const [start] = await hub.agent.starts(1)
    expect(start?.body).toMatchObject({ source: "poll", data: { actor: "ada" } })
    for (const at of [PLACE, "orgs/acme"]) {
      const hook = await hub.hook(at)
      await hook.deliver("star", star.body)
      await hook.deliver("star", { ...star.body, again: true })
    }
    // One that is new comes after them.
    const hook = await hub.hook(PLACE)
    await hook.deliver("star", { ...star.body, starred_at: "2026-06-01T00:00:00Z" })
    const starts = await hub.agent.starts(2)
    expect(starts.map(({ body }) => body.source)).toEqual(["poll", "webhook"])
  })

  it("by polls that take a fifth of what the service says that it allows", async () => {
    const hub = await hubOf()
    hub.service.state.allowsHooks = false
    hub.service.state.limit = 60
    await hub.subscribe("codehost_new_star")
    await expect.poll(async () => (await healthOf(hub))[0].way, SOON).toBe("poll")
    const [health] = await healthOf(hub)
    expect(health.because).toMatch(/^It is polled, every 300 s\./)
    expect(health.limitShare).toBeCloseTo(0.2)
  })

  it("from the service's own log, where the hub was down", async () => {
    const at = await place()
    const before = await eventHub(at)
    await before.subscribe("codehost_new_star")
    await expect.poll(() => before.service.hooksAt(PLACE).length, SOON).toBe(1)
    await before.stop()
    for (let second = 0; second < 5; second++) {
      before.service.miss("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
    }
    const after = await before.again()
    closing.push(after.close, before.close)
    const starts = await before.agent.starts(5)
    expect(starts.map(({ body }) => body.source)).toEqual(Array.from({ length: 5 }, () => "redelivery"))
    expect(new Set(starts.map(({ id }) => id)).size).toBe(5)
  })
})
