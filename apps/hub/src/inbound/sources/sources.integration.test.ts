/** How events arrive without manual setup: hooks, polls and missed deliveries, on both databases. */
import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { eventHub, type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { healthOf as stateOf } from "../subscriptions/health/health.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"

const { all } = backends()

/** Writes at the service are a second apart. */
const SOON = { timeout: 20_000 }

const PLACE = "repos/acme/widgets"
/** The token of an account that may not create hooks. */
const READER = "sandbox-reader-token-not-a-secret"
const READER_LABEL = "reader"
const GRACE = { login: "grace", id: 4 }
/** People who have not starred the repository. */
const PEOPLE = ["barbara", "grace", "hubot", "margaret"]

const HIS = { full_name: "linus/kernel", owner: { login: "linus", type: "User" } }

/** Why deliveries were refused. */
const refusalsOf = (hub: EventHub) =>
  hub.run(
    SqlClient.SqlClient.use((sql) =>
      Effect.map(sql<{ readonly problem: string }>`SELECT problem FROM inbox WHERE state = 'unreadable'`, (rows) =>
        rows.map(({ problem }) => problem)
      )
    )
  )

const healthOf = async (hub: EventHub) => (await hub.api("GET", "/api/subscriptions/health")).json.health

/** The cursor of the only poll, and when it is due. */
const pollOf = async (hub: EventHub) => {
  const [row] = await hub.run(
    SqlClient.SqlClient.use(
      (sql) =>
        sql<{ readonly poll_cursor: string | null; readonly next_millis: number }>`
          SELECT poll_cursor, next_millis FROM polls`
    )
  )
  return row
}

const cursorOf = async (hub: EventHub) => (await pollOf(hub))?.poll_cursor

const pollNow = (hub: EventHub) => hub.run(SqlClient.SqlClient.use((sql) => sql`UPDATE polls SET next_millis = 0`))

describe.each(all)("events arrive on $name", ({ place }) => {
  const hubOf = async (token?: string) => hubForTest(await place(), token === undefined ? {} : { token })

  it("by one hook with the events of all subscriptions, repaired, and removed with the last", async () => {
    const hub = await hubOf()
    const { codeHost } = hub
    const eventsAt = async () => (await codeHost.hooksAt(PLACE)).map(({ events }) => events)
    const first = await hub.subscribe("codehost_new_issue")
    await expect.poll(eventsAt, SOON).toEqual([["issues"]])
    const second = await hub.subscribe("codehost_new_star")
    await expect.poll(eventsAt, SOON).toEqual([["issues", "star"]])
    await codeHost.control("/stars", { login: "grace" })
    expect((await hub.agent.starts(1))[0]).toMatchObject({ isSigned: true, body: { data: { actor: "grace" } } })
    expect(await healthOf(hub)).toMatchObject([
      { ok: true, way: "webhook" },
      { ok: true, way: "webhook" }
    ])
    // Somebody edits the hook, then deletes it; the next check repairs it.
    const [hook] = await codeHost.hooksAt(PLACE)
    await codeHost.ask("PATCH", `/${PLACE}/hooks/${hook?.id}`, { active: false })
    await hub.api("PATCH", `/api/subscriptions/${first.subscription.id}`, { enabled: false })
    await expect.poll(() => codeHost.hooksAt(PLACE), SOON).toMatchObject([{ active: true, events: ["star"] }])
    await codeHost.ask("DELETE", `/${PLACE}/hooks/${hook?.id}`)
    await hub.api("PATCH", `/api/subscriptions/${first.subscription.id}`, { enabled: true })
    await expect.poll(eventsAt, SOON).toEqual([["issues", "star"]])
    for (const { subscription } of [first, second]) await hub.api("DELETE", `/api/subscriptions/${subscription.id}`)
    await expect.poll(eventsAt, SOON).toEqual([])
  })

  it("in no way for lack of a right, which is named", async () => {
    const { api, codeHost } = await hubOf()
    const asked = { login: "mona", scopes: ["public_repo"] }
    const { token } = await codeHost.control<{ readonly token: string }>("/tokens", asked)
    const values = { base_url: codeHost.env.INLAY_CODEHOST_BASE_URL, token }
    await api("POST", "/api/accounts", { plugin: "codehost", kind: "token", name: "work", values })
    const request = { trigger: "codehost_new_mention", account: "codehost/work", target: {} }
    const { json } = await api("POST", "/api/subscriptions/tests", request)
    expect(json.error.fix).toContain("scope notifications or repo of a classic token")
  })

  it("by the same hook after its repository is renamed; an organization's hook only from there", async () => {
    const hub = await hubOf()
    const { codeHost } = hub
    const first = await hub.subscribe("codehost_new_issue")
    await expect.poll(async () => (await healthOf(hub))[0].way, SOON).toBe("webhook")
    const byOrganization = await hub.hook("orgs/acme")
    await codeHost.ask("PATCH", `/${PLACE}`, { name: "sprockets" })
    await codeHost.askAs("ada", "POST", "/repos/acme/sprockets/issues", { title: "After the rename" })
    const [start] = await hub.agent.starts(1)
    expect(start?.body).toMatchObject({
      source: "webhook",
      data: { repository: "acme/sprockets", title: "After the rename" }
    })
    const { body } = issue
    await byOrganization.deliver("issues", {
      ...body,
      repository: { ...body.repository, ...HIS },
      organization: undefined
    })
    await expect.poll(() => refusalsOf(hub), SOON).toEqual(["The delivery is for a different place than its hook."])
    // The hook can still be changed, and removed.
    const { subscription } = await hub.subscribe("codehost_new_star")
    const eventsAt = async () => (await codeHost.hooksAt("repos/acme/sprockets")).map(({ events }) => events)
    await expect.poll(eventsAt, SOON).toEqual([["issues", "star"]])
    for (const id of [first.subscription.id, subscription.id]) await hub.api("DELETE", `/api/subscriptions/${id}`)
    await expect.poll(eventsAt, SOON).toEqual([])
  })

  it("by a poll beside the hook, if the service's hooks do not send them all: each once", async () => {
    const hub = await hubOf()
    const { agent, codeHost } = hub
    await hub.subscribe("codehost_new_tag")
    await expect.poll(() => codeHost.hooksAt(PLACE), SOON).toHaveLength(1)
    await expect.poll(() => cursorOf(hub), SOON).toBeTypeOf("string")
    await codeHost.ask("PATCH", `/${PLACE}`, { name: "sprockets" })
    const push = (...tags: ReadonlyArray<string>) => codeHost.control("/push", { repository: "acme/sprockets", tags })
    await push("v9")
    expect((await agent.starts(1))[0]?.body).toMatchObject({ source: "webhook", data: { tag: "v9" } })
    // The service sends nothing for more than three tags.
    const many = ["w1", "w2", "w3", "w4"]
    await push(...many)
    await pollNow(hub)
    const starts = await agent.starts(5)
    const polledTags = starts.filter(({ body }) => body.source === "poll").map(({ body }) => String(body.data.tag))
    expect(polledTags.toSorted()).toEqual(many)
    expect(await healthOf(hub)).toMatchObject([{ ok: true, way: "webhook" }])
  })

  it("by polling if no hook can be created, with a note; once, even if they also arrive another way", async () => {
    const hub = await hubOf(READER)
    await hub.subscribe("codehost_new_star")
    await expect.poll(async () => (await healthOf(hub))[0].way, SOON).toBe("poll")
    const [health] = await healthOf(hub)
    expect(health).toMatchObject({ ok: true })
    expect(health.because).toMatch(/^It is polled every 60 s\. ./)
    await expect.poll(() => cursorOf(hub), SOON).toBeTypeOf("string")
    await hub.codeHost.control("/stars", { login: "grace" })
    await pollNow(hub)
    const [start] = await hub.agent.starts(1)
    expect(start?.body).toMatchObject({ source: "poll", data: { actor: "grace" } })
    const payload = { ...star.body, starred_at: start?.body.data.starred_at, sender: { ...star.body.sender, ...GRACE } }
    for (const at of [PLACE, "orgs/acme"]) {
      const hook = await hub.hook(at)
      await hook.deliver("star", payload)
      await hook.deliver("star", { ...payload, again: true })
    }
    // A new star arrives after those.
    const hook = await hub.hook(PLACE)
    await hook.deliver("star", { ...payload, starred_at: "2026-06-01T00:00:00Z" })
    const starts = await hub.agent.starts(2)
    expect(starts.map(({ body }) => body.source)).toEqual(["poll", "webhook"])
  })

  it("by a way that health names while it is set up: no problem, unless it takes too long", async () => {
    const statesOf = async (token?: string) => {
      const hub = await hubOf(token)
      await hub.codeHost.control("/settings", { latencyMs: 150 })
      await hub.subscribe("codehost_new_star")
      const states = new Set<string>()
      const isSetUp = async () => {
        const [{ ok, way, settingUp }] = await healthOf(hub)
        states.add(JSON.stringify([ok, way, settingUp]))
        return way !== null && settingUp === null
      }
      await expect.poll(isSetUp, { ...SOON, interval: 20 }).toBe(true)
      return { hub, states: [...states].map((state) => JSON.parse(state) as unknown) }
    }
    const webhook = "Setting up the webhook."
    const hooked = await statesOf()
    expect(hooked.states).toEqual([
      [true, null, webhook],
      [true, "webhook", null]
    ])
    // The existing hook gets one more event.
    await hooked.hub.subscribe("codehost_new_issue")
    const second = async () => (await healthOf(hooked.hub))[1]
    expect(await second()).toMatchObject({ ok: true, way: null, settingUp: webhook })
    await expect.poll(second, SOON).toMatchObject({ ok: true, way: "webhook", settingUp: null })
    const polled = await statesOf(READER)
    const look = "Waiting for the first poll. Later events are reported."
    expect(polled.states).toEqual(
      expect.arrayContaining([
        [true, null, webhook],
        [true, "poll", look],
        [true, "poll", null]
      ])
    )
    // As if no server had polled for minutes.
    const { hub } = polled
    await hub.stop()
    const read = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE polls SET poll_cursor = NULL, next_millis = next_millis - 600000`
      return yield* stateOf(yield* (yield* Subscriptions).list)
    })
    expect((await hub.run(read))[0]).toMatchObject({
      ok: false,
      way: "poll",
      settingUp: null,
      problems: [expect.stringMatching(/^No events yet. They could arrive by: poll, .*inlay serve/)]
    })
  })

  it("by polls that take a fifth of what the service says that it allows", async () => {
    const hub = await hubOf(READER)
    await hub.codeHost.control("/quota", { token: READER_LABEL, limit: 60, remaining: 60 })
    await hub.subscribe("codehost_new_star")
    // The first poll reads two pages of stargazers, the first and the last: 12 requests an hour are 6 polls.
    await expect
      .poll(async () => (await healthOf(hub))[0], SOON)
      .toMatchObject({ way: "poll", because: expect.stringMatching(/^It is polled every 600 s\./) })
    expect((await healthOf(hub))[0].limitShare).toBeCloseTo(0.2)
  })

  it("by polls that pause longer if each takes several requests, as health says", async () => {
    const hub = await hubOf(READER)
    await hub.codeHost.control("/quota", { token: READER_LABEL, limit: 60, remaining: 60 })
    await hub.subscribe("codehost_new_pull_request_review")
    await expect.poll(() => cursorOf(hub), SOON).toBeTypeOf("string")
    const seconds = /^It is polled every (\d+) s\./.exec((await healthOf(hub))[0].because ?? "")?.[1]
    const secondsToNext = (Number((await pollOf(hub))?.next_millis) - Date.now()) / 1000
    expect(secondsToNext).toBeGreaterThan(500)
    expect(Math.abs(Number(seconds) - secondsToNext)).toBeLessThan(20)
  })

  it("by one request for all triggers that read the same list, each told what is its own", async () => {
    const hub = await hubOf(READER)
    const triggers = ["codehost_updated_issue", "codehost_new_label_on_issue", "codehost_new_review_request"]
    for (const trigger of triggers) await hub.subscribe(trigger)
    const polled = async () => {
      const rows = await hub.run(
        SqlClient.SqlClient.use((sql) => sql<{ readonly poll_cursor: string | null }>`SELECT poll_cursor FROM polls`)
      )
      return rows.map(({ poll_cursor }) => typeof poll_cursor)
    }
    await expect.poll(polled, SOON).toEqual(triggers.map(() => "string"))
    const lists = async () => {
      const { calls } = await hub.codeHost.control<{ readonly calls: ReadonlyArray<{ readonly path: string }> }>(
        "/calls"
      )
      return calls.filter(({ path }) => path === `/${PLACE}/issues/events`).length
    }
    await hub.codeHost.askAs("ada", "POST", `/${PLACE}/issues/1/labels`, { labels: ["wontfix"] })
    const before = await lists()
    await pollNow(hub)
    const starts = await hub.agent.starts(2)
    expect(new Set(starts.map(({ body }) => body.trigger))).toEqual(new Set(triggers.slice(0, 2)))
    expect((await lists()) - before).toBe(1)
    expect((await healthOf(hub)).map(({ limitShare }: { readonly limitShare: number }) => limitShare)).toEqual(
      triggers.map(() => 60 / 5_000)
    )
  })

  it("from the service's own log, if the hub was down", async () => {
    const at = await place()
    const before = await eventHub(at)
    const { codeHost } = before
    await before.subscribe("codehost_new_star")
    await expect.poll(async () => (await codeHost.hooksAt(PLACE)).length, SOON).toBe(1)
    await before.stop()
    for (const login of PEOPLE) await codeHost.control("/stars", { login })
    await expect.poll(codeHost.underWay, SOON).toBe(0)
    const after = await before.again()
    onTestFinished(before.close)
    onTestFinished(after.close)
    const starts = await before.agent.starts(PEOPLE.length)
    expect(starts.map(({ body }) => body.source)).toEqual(PEOPLE.map(() => "redelivery"))
    expect(starts.map(({ body }) => body.data.actor).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(PEOPLE)
    expect(new Set(starts.map(({ id }) => id)).size).toBe(PEOPLE.length)
  })
})
