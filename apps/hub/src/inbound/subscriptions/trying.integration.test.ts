/** Trials of a subscription before it is enabled, what became of its target's events, and orphaned hooks. */
import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"

const SOON = { timeout: 20_000 }
const TARGET = { owner: "acme", repo: "widgets" }
const PLACE = "repos/acme/widgets"

const { all } = backends()

const issueBy = (login: string, id: number) => ({
  ...issue.body,
  issue: { ...issue.body.issue, id, user: { ...issue.body.issue.user, login } },
  sender: { ...issue.body.sender, login }
})

const requestOf = (filters: unknown) => ({
  trigger: "codehost_new_issue",
  account: "codehost/env",
  target: TARGET,
  filters
})

const waitForEvents = (hub: EventHub, count: number) =>
  expect
    .poll(async () => {
      const { json } = await hub.api("POST", "/api/subscriptions/tests", requestOf({}))
      return json.events.length as number
    }, SOON)
    .toBe(count)

describe.each(all)("a subscription on $name", ({ place }) => {
  const hubOf = async () => hubForTest(await place())

  it("is tried on the newest events of its target and on the example, each with the filter that it fails", async () => {
    const hub = await hubOf()
    const hook = await hub.hook(PLACE)
    const elsewhere = await hub.hook("repos/acme/gad_ets")
    await hook.deliver("issues", issueBy("ada", 1))
    await hook.deliver("issues", issueBy("linus", 2))
    await hook.deliver("star", star.body)
    const other = {
      ...issueBy("ada", 3),
      repository: { ...issue.body.repository, name: "gad_ets", full_name: "acme/gad_ets" }
    }
    await elsewhere.deliver("issues", other)
    await waitForEvents(hub, 2)
    const { status, json } = await hub.api("POST", "/api/subscriptions/tests", requestOf({ actor: "linus" }))
    expect(status).toBe(200)
    expect(json.starting).toBe(1)
    expect(json.events.map(({ actor, starts, why }: never) => [actor, starts, why])).toEqual([
      ["linus", true, null],
      ["ada", false, "The actor is ada, not linus."]
    ])
    expect(json.example).toMatchObject({ starts: false, data: { repository: "acme/widgets" } })
    expect(json.ways[0]).toBe("webhook")
    expect((await hub.api("GET", "/api/subscriptions")).json.subscriptions).toEqual([])
    expect(hub.agent.all).toEqual([])
  })

  it("refuses a test of what cannot be subscribed", async () => {
    const hub = await hubOf()
    const wrongFilter = await hub.api("POST", "/api/subscriptions/tests", requestOf({ colour: "red" }))
    expect([wrongFilter.status, wrongFilter.json.error.fields[0].field]).toEqual([400, "filters.colour"])
    const unknown = await hub.api("POST", "/api/subscriptions/tests", {
      ...requestOf({}),
      trigger: "codehost_new_isue"
    })
    expect([unknown.status, unknown.json.error.known[0]]).toEqual([404, "codehost_new_issue"])
    for (const path of ["/api/subscriptions/tests", "/api/subscriptions"]) {
      const nowhere = { ...requestOf({}), target: { owner: "acme", repo: "no-such-repository" } }
      const body = path.endsWith("tests") ? nowhere : { ...nowhere, url: hub.agent.url }
      const { status, json } = await hub.api("POST", path, body)
      expect([path, status, json.error?.reason]).toEqual([path, 404, "NotFound"])
    }
    expect((await hub.api("POST", "/api/subscriptions/sub_none/tests", {})).status).toBe(404)
  })

  it("sends its example as a test while it is off, and says of real events which filter they failed", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue", { filters: { actor: "linus" }, enabled: false })
    const path = `/api/subscriptions/${subscription.id}`
    const tested = await hub.api("POST", `${path}/tests`, { send: true })
    expect(tested.json.sent).toMatchObject({ delivered: true, status: 200, answer: "ok" })
    const [start] = await hub.agent.starts(1)
    expect(start).toMatchObject({ isSigned: true, body: { test: true, trigger: "codehost_new_issue" } })
    const hook = await hub.hook(PLACE)
    await hook.deliver("issues", issueBy("linus", 1))
    await waitForEvents(hub, 1)
    await hub.api("PATCH", path, { enabled: true })
    await hook.deliver("issues", issueBy("ada", 2))
    await hook.deliver("issues", issueBy("linus", 3))
    await waitForEvents(hub, 3)
    await hub.agent.starts(2)
    await expect
      .poll(async () => (await hub.api("GET", `${path}/events`)).json.events.map(({ state }: never) => state), SOON)
      .toEqual(["delivered", null, null])
    const { events } = (await hub.api("GET", `${path}/events`)).json
    expect(events.map(({ why }: never) => why)).toEqual([
      null,
      "The actor is ada, not linus.",
      "It came before the subscription, or while the subscription was switched off."
    ])
    expect(hub.agent.all).toHaveLength(2)
  })

  it("gets another hook soon after its hook was deleted, and the service keeps none that sends nowhere", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_star")
    const urls = async () => (await hub.codeHost.hooksAt(PLACE)).map(({ url }) => url)
    const way = async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0].way
    await expect.poll(way, SOON).toBe("webhook")
    const [before] = await urls()
    const [{ id }] = (await hub.api("GET", "/api/hooks")).json.hooks
    expect((await hub.api("DELETE", `/api/hooks/${id}`)).status).toBe(204)
    expect(await urls()).not.toContain(before)
    await expect.poll(urls, { timeout: 8_000 }).toHaveLength(1)
    expect((await hub.api("DELETE", `/api/hooks/${id}`)).status).toBe(404)
  })

  it("gets another hook if its hook is deleted while the service creates it, and the service keeps only that", async () => {
    const hub = await hubOf()
    const { codeHost } = hub
    const urls = async () => (await codeHost.hooksAt(PLACE)).map(({ url }) => url)
    const creations = async () => {
      const { calls } = await codeHost.control<{ readonly calls: ReadonlyArray<{ readonly method: string }> }>("/calls")
      return calls.filter(({ method }) => method === "POST").length
    }
    const before = await creations()
    await codeHost.control("/settings", { latencyMs: 500 })
    await hub.subscribe("codehost_new_star")
    await expect.poll(creations, { ...SOON, interval: 20 }).toBeGreaterThan(before)
    const [{ id }] = (await hub.api("GET", "/api/hooks")).json.hooks
    expect((await hub.api("DELETE", `/api/hooks/${id}`)).status).toBe(204)
    await codeHost.control("/settings", { latencyMs: 0 })
    await expect.poll(urls, SOON).toEqual([expect.not.stringContaining(id)])
  })

  it("shows orphaned hooks only to managers, who may remove them", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_star")
    const { codeHost } = hub
    await expect.poll(async () => (await codeHost.hooksAt(PLACE)).length, SOON).toBe(1)
    const [own] = await codeHost.hooksAt(PLACE)
    const base = own?.url.replace(/\/[^/]*$/, "")
    const here = await codeHost.leaveHook(PLACE, `${base}/${"a".repeat(43)}`)
    const elsewhere = await codeHost.leaveHook(PLACE, `https://old.example/webhooks/${"b".repeat(43)}`)
    const foreign = await codeHost.leaveHook(PLACE, "https://ci.example/hook")
    const { json } = await hub.api("GET", "/api/hooks/orphans")
    expect(json.unread).toEqual([])
    expect(json.orphans).toEqual([
      expect.objectContaining({ id: here, place: PLACE, url: `${base}/...`, ownAddress: true }),
      expect.objectContaining({ id: elsewhere, account: "codehost/env", ownAddress: false })
    ])
    const removal = (id: string) =>
      hub.api("POST", "/api/hooks/orphans/removals", { account: "codehost/env", place: PLACE, id })
    expect((await removal(here)).status).toBe(204)
    expect((await removal(here)).status).toBe(404)
    expect((await removal(foreign)).status).toBe(404)
    expect((await removal(String(own?.id))).status).toBe(404)
    expect((await codeHost.hooksAt(PLACE)).map(({ id }) => String(id))).toEqual([String(own?.id), elsewhere, foreign])
  })

  it("shows an orphaned hook once, though several accounts see it", async () => {
    const hub = await hubOf()
    const { codeHost } = hub
    const { INLAY_CODEHOST_BASE_URL: base_url, INLAY_CODEHOST_TOKEN: token } = codeHost.env
    const second = { plugin: "codehost", kind: "token", name: "work", values: { base_url, token } }
    expect((await hub.api("POST", "/api/accounts", second)).status).toBe(201)
    for (const account of ["codehost/env", "codehost/work"]) await hub.subscribe("codehost_new_star", { account })
    await expect.poll(async () => (await codeHost.hooksAt(PLACE)).length, SOON).toBe(2)
    const id = await codeHost.leaveHook(PLACE, `https://old.example/webhooks/${"c".repeat(43)}`)
    const { json } = await hub.api("GET", "/api/hooks/orphans")
    expect(json.orphans).toEqual([expect.objectContaining({ id, place: PLACE })])
  })
})
