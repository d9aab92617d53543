/** Deliveries that somebody sends again by hand: those that wait for their next attempt, and those that cannot be sent. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"

const SOON = { timeout: 20_000 }

const { all } = backends()

const newest = async (hub: EventHub) => (await hub.api("GET", "/api/deliveries")).json.items[0]
const replay = (hub: EventHub, body: object) => hub.api("POST", "/api/deliveries/replay", body)

describe.each(all)("a delivery on $name", ({ place }) => {
  const hubOf = async () => {
    const hub = await hubForTest(await place())
    const { subscription } = await hub.subscribe("codehost_new_star")
    return { hub, hook: await hub.hook("repos/acme/widgets"), subscription }
  }

  it("that waits for hours is sent at once, by its id or by its state", async () => {
    const { hub, hook, subscription } = await hubOf()
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "7200" }).end())
    await hook.deliver("star", star.body)
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "pending", attempts: 1 })
    const { id } = await newest(hub)
    expect((await replay(hub, { ids: [id] })).json).toEqual({ replayed: 1, notFound: [] })
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "pending", attempts: 2 })
    hub.agent.answers((response) => void response.writeHead(204).end())
    const since = "2026-01-01T00:00:00Z"
    // Without states, only what was given up.
    expect((await replay(hub, { subscription: subscription.id, since })).json.replayed).toBe(0)
    const until = "2026-01-02T00:00:00Z"
    const earlier = await replay(hub, { subscription: subscription.id, since, until, states: ["pending"] })
    expect(earlier.json.replayed).toBe(0)
    const waiting = await replay(hub, { subscription: subscription.id, since, states: ["pending"] })
    expect(waiting.json.replayed).toBe(1)
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "delivered", attempts: 3 })
    expect(new Set(hub.agent.all.map(({ body }) => body.id))).toEqual(new Set([id]))
  })

  it("that waits for an earlier one of its subscription is not sent before it", async () => {
    const hub = await hubForTest(await place())
    const { subscription } = await hub.subscribe("codehost_new_star", { inOrder: true })
    const hook = await hub.hook("repos/acme/widgets")
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "7200" }).end())
    for (const second of [1, 2]) {
      await hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
    }
    const items = async () => (await hub.api("GET", "/api/deliveries")).json.items
    const inAnHour = () => expect.closeTo(Date.now() + 3_600_000, -6)
    const nextOfSecond = async () => Date.parse((await items())[0]?.nextAt)
    await expect.poll(async () => (await items())[1], SOON).toMatchObject({ attempts: 1 })
    await expect.poll(nextOfSecond, SOON).toEqual(inAnHour())
    expect((await replay(hub, { ids: [(await items())[0].id] })).json.replayed).toBe(0)
    hub.agent.answers((response) => void response.writeHead(204).end())
    const waiting = { subscription: subscription.id, since: "2026-01-01T00:00:00Z", states: ["pending"] }
    expect((await replay(hub, waiting)).json.replayed).toBe(1)
    await expect.poll(items, SOON).toMatchObject([
      { state: "delivered", attempts: 1 },
      { state: "delivered", attempts: 2 }
    ])
  })

  it("that is under way is not sent beside itself", async () => {
    const { hub, hook } = await hubOf()
    let answer = () => {}
    hub.agent.answers((response) => {
      answer = () => void response.writeHead(204).end()
    })
    await hook.deliver("star", star.body)
    await hub.agent.starts(1)
    expect((await replay(hub, { ids: [(await newest(hub)).id] })).json.replayed).toBe(0)
    answer()
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "delivered", attempts: 1 })
    expect(hub.agent.all).toHaveLength(1)
  })

  it("of a subscription that is switched off is refused, and sent once it is on again", async () => {
    const { hub, hook, subscription } = await hubOf()
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "7200" }).end())
    await hook.deliver("star", star.body)
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "pending", attempts: 1 })
    const { id } = await newest(hub)
    const path = `/api/subscriptions/${subscription.id}`
    await hub.api("PATCH", path, { enabled: false })
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "dead" })
    for (const body of [{ ids: [id] }, { subscription: subscription.id, since: "2026-01-01T00:00:00Z" }]) {
      const { status, json } = await replay(hub, body)
      expect([status, json.error.message]).toEqual([
        409,
        `The subscription New star (${subscription.id}) is switched off. Nothing was sent. Switch it on, then send its deliveries again.`
      ])
    }
    expect(await newest(hub)).toMatchObject({ state: "dead", attempts: 1 })
    hub.agent.answers((response) => void response.writeHead(204).end())
    await hub.api("PATCH", path, { enabled: true })
    expect((await replay(hub, { ids: [id] })).json.replayed).toBe(1)
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "delivered", attempts: 2 })
  })
})
