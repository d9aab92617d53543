/** What a limited token can reach by way of events: only what it may use, and nothing that changes data at a service. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { eventHub, STARS, type EventHub } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const SOON = { timeout: 20_000 }
const PLACE = "repos/acme/widgets"

const directory = temporaryDirectories()
let hub: EventHub

beforeAll(async () => {
  hub = await eventHub({ directory: directory(), url: undefined })
})
afterAll(() => hub.close())

const caller = (token: string) => (method: string, path: string, body?: unknown) =>
  hub.call(method, path, {
    token,
    headers: { accept: "application/json" },
    ...(body !== undefined && { body })
  })

const hooks = async () => (await hub.codeHost.hooksAt(PLACE)).length

describe("a token that only reads", () => {
  it("makes the hub create no webhook: its events are polled", async () => {
    const api = caller(await hub.token({ readOnly: true }))
    const { status, json } = await api("POST", "/api/subscriptions", { ...STARS, url: hub.agent.url })
    expect([status, json.ways]).toEqual([201, [expect.stringMatching(/^poll/)]])
    hub.agent.expectSecret(json.secret as string)
    const watch = await api("POST", "/api/watches", { ...STARS, trigger: "codehost_new_issue" })
    expect([watch.status, watch.json.ways]).toEqual([200, [expect.stringMatching(/^poll/)]])
    const health = async () => (await api("GET", "/api/subscriptions/health")).json.health[0]
    await expect.poll(async () => (await health()).settingUp, SOON).toBe(null)
    expect(await health()).toMatchObject({ ok: true, way: "poll" })
    expect((await health()).because).toContain("no webhook is created for it")
    expect(await hooks()).toBe(0)
    // Somebody who may write gets a webhook, and its events reach both.
    const { subscription } = await hub.subscribe("codehost_new_star")
    await expect.poll(hooks, SOON).toBe(1)
    await hub.codeHost.control("/stars", { login: "grace" })
    expect(await hub.agent.starts(2)).toHaveLength(2)
    await hub.api("DELETE", `/api/subscriptions/${subscription.id}`)
    await expect.poll(hooks, SOON).toBe(0)
  })

  it("cannot subscribe to events that arrive only by webhook", async () => {
    const api = caller(await hub.token({ readOnly: true }))
    const body = {
      ...STARS,
      trigger: "codehost_project_item_status_changed",
      target: { owner: "acme" },
      url: hub.agent.url
    }
    const { status, json } = await api("POST", "/api/subscriptions", body)
    expect([status, json.error.message]).toEqual([403, expect.stringContaining("arrive only by webhook")])
  })
})

describe("a token for one account", () => {
  it("is told which account it may subscribe with, if it names another", async () => {
    const api = caller(await hub.token({ accounts: ["codehost/env"] }))
    for (const account of ["codehost/evn", "codehost/other"]) {
      const { status, json } = await api("POST", "/api/subscriptions", { ...STARS, account, url: hub.agent.url })
      expect([status, json.error.known]).toEqual([404, ["codehost/env"]])
    }
  })
})

describe("a token for tools of another plugin", () => {
  it("sees no account, trigger and event of this one, and can neither subscribe nor listen", async () => {
    await hub.subscribe("codehost_new_star")
    await hub.codeHost.control("/stars", { login: "margaret" })
    const all = async (api: ReturnType<typeof caller>) => ({
      accounts: (await api("GET", "/api/accounts")).json.accounts.length,
      triggers: (await api("GET", "/api/triggers")).json.triggers.length,
      events: (await api("GET", "/api/events?cursor=0")).json.events.length
    })
    const manager = caller(await hub.token({ manages: true }))
    await expect.poll(async () => (await all(manager)).events, SOON).toBeGreaterThan(0)
    const own = caller(await hub.token({ tools: ["codehost_get_repository_info"] }))
    expect(await all(own)).toEqual(await all(manager).then((one) => ({ ...one, triggers: expect.any(Number) })))
    const other = caller(await hub.token({ tools: ["salesdata_people_search"] }))
    expect(await all(other)).toEqual({ accounts: 0, triggers: 0, events: 0 })
    const subscribing = await other("POST", "/api/subscriptions", { ...STARS, url: hub.agent.url })
    const watching = await other("POST", "/api/watches", STARS)
    expect([subscribing.status, watching.status]).toEqual([404, 404])
  })
})
