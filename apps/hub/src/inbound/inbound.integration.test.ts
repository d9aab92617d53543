/** From a signed delivery to a signed start of an agent, over real HTTP and on both databases. */
import commented from "@inlay/codehost/fixtures/events/new-comment.json" with { type: "json" }
import opened from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../testing/backends.ts"
import { startAgent } from "../testing/events/agent.ts"
import { type EventHub, hubForTest } from "../testing/events/hub.ts"
import { Causes } from "./chains/causes.ts"
import { Subscriptions } from "./subscriptions/Subscriptions.ts"

const SOON = { timeout: 20_000 }

const { all } = backends()

/** A different star event for each second. */
const starAt = (second: number) => ({
  ...star.body,
  starred_at: new Date(Date.UTC(2026, 5, 1, 0, 0, second)).toISOString().replace(".000", "")
})

const eventsOf = async (hub: EventHub) => {
  const { json } = await hub.call("GET", "/api/events?cursor=0", {
    token: await hub.token(),
    headers: { accept: "application/json" }
  })
  return json.events as ReadonlyArray<{ readonly name: string; readonly cursor: string }>
}

const deliveriesOf = async (hub: EventHub, query = "") =>
  (await hub.api("GET", `/api/deliveries${query}`)).json.items as ReadonlyArray<{
    readonly id: string
    readonly state: string
    readonly why: string | null
    readonly attempts: number
    readonly nextAt: string | null
  }>

describe.each(all)("events on $name", ({ place }) => {
  const hubOf = async () => hubForTest(await place())

  it("start an agent once, signed, by which hook and how often they come", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_star")
    const repository = await hub.hook("repos/acme/widgets")
    const organization = await hub.hook("orgs/acme")
    expect((await repository.deliver("star", star.body)).status).toBe(202)
    const [start] = await hub.agent.starts(1)
    expect(start?.isSigned).toBe(true)
    expect(start?.body).toMatchObject({
      trigger: "codehost_new_star",
      account: "env",
      subscription: subscription.id,
      attempt: 1,
      occurredAt: "2026-01-07T09:00:00Z",
      data: { actor: "ada", repository: "acme/widgets" },
      source: "webhook"
    })
    // The organization's hook, the same body under another id, and the same event with another body.
    await organization.deliver("star", star.body)
    await repository.deliver("star", star.body)
    await repository.deliver("star", { ...star.body, extra: 1 })
    await repository.deliver("star", starAt(1))
    await hub.agent.starts(2)
    // The agent receives a delivery before the hub records it as delivered.
    await expect
      .poll(async () => (await deliveriesOf(hub)).map(({ state }) => state), SOON)
      .toEqual(["delivered", "delivered"])
    expect(new Set(hub.agent.all.map(({ id }) => id)).size).toBe(2)
    expect((await eventsOf(hub)).filter(({ name }) => name === "codehost_new_star")).toHaveLength(2)
  })

  it("name hidden characters beside their data, for the agent and in the feed", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_issue")
    const hook = await hub.hook("repos/acme/widgets")
    const issue = { ...opened.body.issue, title: "Hidden \u202E text", body: "x\u200B\u200B" }
    await hook.deliver("issues", { ...opened.body, issue })
    const [start] = await hub.agent.starts(1)
    const hiddenCharacters = [expect.stringMatching(/^title: .*direction/), expect.stringMatching(/^body: /)]
    expect(start?.body).toMatchObject({ data: { title: issue.title, body: issue.body }, hiddenCharacters })
    expect(await eventsOf(hub)).toEqual([expect.objectContaining({ hiddenCharacters })])
  })

  it("that are not as documented are kept for a newer program, and hold up no other", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("star", { ...starAt(1), sender: "ada" })
    await hook.deliver("star", starAt(2))
    const starts = await hub.agent.starts(1)
    expect(starts.map(({ body }) => body.occurredAt)).toEqual(["2026-06-01T00:00:02Z"])
    const waiting = () =>
      hub.run(
        Effect.flatMap(
          SqlClient,
          (sql) => sql<{ readonly problem: string | null }>`SELECT problem FROM inbox WHERE state = 'new' AND tries > 0`
        )
      )
    await expect
      .poll(async () => (await waiting()).map(({ problem }) => problem), SOON)
      .toEqual(["Its star event does not have the documented shape."])
  })

  it("start no agent if filters, target or account do not match, or if they came before the subscription", async () => {
    const hub = await hubOf()
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("star", starAt(1))
    await expect.poll(async () => (await eventsOf(hub)).length, SOON).toBe(1)
    await hub.subscribe("codehost_new_star", { target: { owner: "acme", repo: "gadgets" } })
    await hub.subscribe("codehost_new_issue")
    await hub.subscribe("codehost_new_star", { name: "mine" })
    await hook.deliver("star", { ...starAt(1), extra: 1 })
    await hook.deliver("star", starAt(2))
    const starts = await hub.agent.starts(1)
    expect(starts.map(({ body }) => body.occurredAt)).toEqual(["2026-06-01T00:00:02Z"])
    expect(await deliveriesOf(hub)).toHaveLength(1)
  })

  it("of the account itself do not start an agent within ten minutes of a start, and those do not count", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    const own = (second: number) => ({ ...starAt(second), sender: { ...star.body.sender, login: "Mona" } })
    await hook.deliver("star", own(1))
    await hub.agent.starts(1)
    await hook.deliver("star", own(2))
    const skipped = async () => (await deliveriesOf(hub)).filter(({ state }) => state === "skipped")
    await expect
      .poll(async () => (await skipped()).map(({ why }) => why), SOON)
      .toEqual(["The account itself did this, minutes after this subscription started an agent."])
    await hub.run(
      Effect.flatMap(
        SqlClient,
        (sql) => sql`UPDATE deliveries SET created_millis = created_millis - 601000 WHERE state <> 'skipped'`
      )
    )
    await hook.deliver("star", own(3))
    const starts = await hub.agent.starts(2)
    expect(starts.map(({ body }) => body.occurredAt)).toEqual(["2026-06-01T00:00:01Z", "2026-06-01T00:00:03Z"])
  })

  it("do not start the subscription whose agent caused them, and say so", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_comment", { name: "not by itself" })
    const hook = await hub.hook("repos/acme/widgets")
    const [{ causes = [] } = {}] = commented.expect as ReadonlyArray<{ readonly causes?: ReadonlyArray<string> }>
    expect(causes).not.toEqual([])
    await hub.run(Causes.use((own) => own.note({ plugin: "codehost", account: "env" }, causes, undefined)))
    await hook.deliver(commented.name, commented.body)
    await expect.poll(async () => (await deliveriesOf(hub)).map(({ state }) => state), SOON).toEqual(["skipped"])
    expect((await deliveriesOf(hub))[0]?.why).toBe("The account's own run made this change.")
    expect(hub.agent.all).toEqual([])
    await expect
      .poll(async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0], SOON)
      .toMatchObject({ ok: true, way: "webhook", skipped: 1 })
  })

  it("are tried again as the receiver asks, and replayed by hand", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    const token = hub.codeHost.env.INLAY_CODEHOST_TOKEN
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "3600" }).end(`later, ${token}`))
    await hook.deliver("star", starAt(1))
    await expect.poll(async () => (await deliveriesOf(hub)).map(({ attempts }) => attempts), SOON).toEqual([1])
    const [waiting] = await deliveriesOf(hub)
    expect(waiting?.state).toBe("pending")
    expect(Date.parse(waiting?.nextAt ?? "")).toBeGreaterThan(Date.now() + 3_500_000)
    const delivery = await hub.api("GET", `/api/deliveries/${waiting?.id}`)
    // A receiver may return what it was told.
    expect(delivery.json.log).toMatchObject([{ attempt: 1, status: 503, answer: "later, <redacted>" }])
    hub.agent.answers((response) => void response.writeHead(410).end())
    await hook.deliver("star", starAt(2))
    await expect.poll(async () => (await deliveriesOf(hub)).map(({ state }) => state), SOON).toEqual(["dead", "dead"])
    const { json } = await hub.api("GET", "/api/subscriptions/health")
    expect(json.health[0]).toMatchObject({ ok: false, dead: 2 })
    expect(json.health[0].problems[0]).toMatch(/410/)
    await hub.api("PATCH", `/api/subscriptions/${subscription.id}`, { enabled: true })
    hub.agent.answers((response) => void response.writeHead(204).end())
    const before = hub.agent.all.length
    const replayed = await hub.api("POST", "/api/deliveries/replay", {
      subscription: subscription.id,
      since: "2026-01-01T00:00:00Z"
    })
    expect(replayed.json).toEqual({ replayed: 2, notFound: [] })
    const nowhere = await hub.api("POST", "/api/deliveries/replay", { ids: ["nope", "none"] })
    expect([nowhere.status, nowhere.json.error.reason]).toEqual([404, "NotFound"])
    const some = await hub.api("POST", "/api/deliveries/replay", { ids: [waiting?.id, "nope"], states: ["skipped"] })
    expect([some.status, some.json]).toEqual([200, { replayed: 0, notFound: ["nope"] }])
    const starts = await hub.agent.starts(before + 2)
    expect(new Set(starts.map(({ id }) => id)).size).toBe(2)
    expect((await deliveriesOf(hub, "?state=delivered")).length).toBeLessThanOrEqual(2)
    await expect
      .poll(async () => (await deliveriesOf(hub)).map(({ state }) => state))
      .toEqual(["delivered", "delivered"])
  })

  it("reach the others if one receiver hangs, and in order if that is requested", async () => {
    const hub = await hubOf()
    const hanging = await startAgent()
    onTestFinished(hanging.close)
    hanging.answers(() => {})
    await hub.subscribe("codehost_new_star", { name: "hangs", url: hanging.url })
    await hub.subscribe("codehost_new_star", { name: "in order", inOrder: true })
    const hook = await hub.hook("repos/acme/widgets")
    let failures = 1
    hub.agent.answers((response) => void response.writeHead(failures-- > 0 ? 500 : 200).end())
    for (let second = 1; second <= 8; second++) await hook.deliver("star", starAt(second))
    await hanging.starts(4)
    await hub.agent.starts(1)
    // The first delivery failed, and no other may go before it.
    const starts = await hub.agent.starts(9)
    const seconds = starts.map(({ body }) => Number(body.occurredAt.slice(17, 19)))
    expect(seconds).toEqual([1, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it("match 1,000 subscriptions of a repository, each once", async () => {
    const hub = await hubOf()
    const hook = await hub.hook("repos/acme/widgets")
    await hub.run(
      Effect.forEach(
        Array.from({ length: 1_000 }, (_, index) => index),
        (index) =>
          Subscriptions.use(({ create }) =>
            create({
              name: String(index),
              trigger: index < 3 ? "codehost_new_star" : "codehost_new_issue",
              plugin: "codehost",
              account: "env",
              target: { owner: "acme", repo: "widgets" },
              place: "repos/acme/widgets",
              filters: {},
              url: hub.agent.url,
              queueOf: () => "d_test",
              inOrder: false,
              ownChanges: false,
              creditsPerEvent: undefined,
              pollsOnly: false,
              isEnabled: true,
              principal: "local"
            })
          ),
        { concurrency: 50 }
      )
    )
    await hook.deliver("star", starAt(1))
    const starts = await hub.agent.starts(3)
    expect(new Set(starts.map(({ body }) => body.subscription)).size).toBe(3)
    expect(await deliveriesOf(hub)).toHaveLength(3)
  })
})
