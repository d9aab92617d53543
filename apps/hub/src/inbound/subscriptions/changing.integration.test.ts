/** Reading one subscription, and changing what it does without creating it anew. */
import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { startAgent } from "../../testing/events/agent.ts"
import { type EventHubOptions, hubForTest } from "../../testing/events/hub.ts"
import { change } from "./changing.ts"
import { Subscriptions } from "./Subscriptions.ts"

const { all } = backends()

describe.each(all)("a subscription on $name", ({ place }) => {
  const hubOf = async (options: EventHubOptions = {}) => hubForTest(await place(), options)

  it("is read by itself, by those who may see it", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_star")
    const path = `/api/subscriptions/${subscription.id}`
    const { status, json } = await hub.api("GET", path)
    expect([status, [json]]).toEqual([200, (await hub.api("GET", "/api/subscriptions")).json.subscriptions])
    expect(json.secret).toBeUndefined()
    expect((await hub.call("GET", path, { token: await hub.token() })).status).toBe(404)
    expect((await hub.api("GET", "/api/subscriptions/sub_none")).status).toBe(404)
  })

  it("takes other filters, another name, order and cap, and keeps its secret and everything else", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue", { filters: { label: ["none-has-it"] } })
    const path = `/api/subscriptions/${subscription.id}`
    const before = (await hub.api("GET", path)).json
    const changes = { filters: {}, name: " triage ", inOrder: true, creditsPerEvent: 5 }
    const { status, json } = await hub.api("PATCH", path, changes)
    expect([status, json]).toEqual([200, { ...before, ...changes, name: "triage" }])
    expect((await hub.api("GET", path)).json).toEqual(json)
    const uncapped = await hub.api("PATCH", path, { creditsPerEvent: null })
    expect(uncapped.json).toEqual({ ...json, creditsPerEvent: null })

    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("issues", issue.body)
    const [start] = await hub.agent.starts(1)
    expect(start).toMatchObject({ isSigned: true, body: { subscription: subscription.id } })
  })

  it("takes another address, to which what waits is sent, too", async () => {
    const hub = await hubOf({ allowExec: true })
    const { subscription, secret } = await hub.subscribe("codehost_new_issue")
    const path = `/api/subscriptions/${subscription.id}`
    const moved = await startAgent()
    onTestFinished(moved.close)
    moved.expectSecret(secret)
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "3600" }).end())
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("issues", issue.body)
    const [first] = await hub.agent.starts(1)
    const attempts = async () => (await hub.api("GET", "/api/deliveries")).json.items[0].attempts
    await expect.poll(attempts).toBe(1)
    const { status, json } = await hub.api("PATCH", path, { url: moved.url })
    expect([status, json.url]).toEqual([200, moved.url])
    await hub.api("POST", "/api/deliveries/replay", { ids: [first?.id] })
    expect((await moved.starts(1))[0]).toMatchObject({ isSigned: true, body: { attempt: 2 } })

    const stranger = await hub.call("PATCH", path, { token: await hub.token(), body: { url: hub.agent.url } })
    expect(stranger.status).toBe(404)
    const command = await hub.subscribe("codehost_new_star", { url: undefined, exec: ["true"] })
    const refused = await hub.api("PATCH", `/api/subscriptions/${command.subscription.id}`, { url: moved.url })
    expect([refused.status, refused.json.error?.fields?.[0]?.field]).toEqual([400, "url"])
  })

  it("goes on at another address, although the one before answers meanwhile that it is gone", async () => {
    const hub = await hubOf()
    const { subscription, secret } = await hub.subscribe("codehost_new_issue")
    const path = `/api/subscriptions/${subscription.id}`
    const moved = await startAgent()
    onTestFinished(moved.close)
    moved.expectSecret(secret)
    const move = async () => void (await hub.api("PATCH", path, { url: moved.url }))
    hub.agent.answers((response) => void move().finally(() => response.writeHead(410).end()))
    await (await hub.hook("repos/acme/widgets")).deliver("issues", issue.body)
    expect((await moved.starts(1))[0]).toMatchObject({ isSigned: true, body: { attempt: 2 } })
    expect((await hub.api("GET", path)).json).toMatchObject({ enabled: true, disabledBecause: null })
  })

  it("takes another secret, beside which the one before signs for a day", async () => {
    const hub = await hubOf()
    const { subscription, secret } = await hub.subscribe("codehost_new_issue")
    const path = `/api/subscriptions/${subscription.id}/secret`
    const trySend = async (expected: string) => {
      hub.agent.expectSecret(expected)
      await hub.api("POST", `/api/subscriptions/${subscription.id}/tests`, { send: true })
      return hub.agent.all.at(-1)?.isSigned
    }
    const { status, json } = await hub.api("POST", path, {})
    const next = json.secret as string
    expect([status, next === secret, next.startsWith("whsec_")]).toEqual([200, false, true])
    const hours = (Date.parse(json.previousUntil as string) - Date.now()) / 3_600_000
    expect(hours).toBeCloseTo(24, 1)
    expect([await trySend(secret), await trySend(next)]).toEqual([true, true])

    // Somebody else may know it.
    const chosen = `whsec_${"a".repeat(32)}`
    const last = await hub.api("POST", path, { secret: chosen, keepPrevious: false })
    expect(last.json).toEqual({ secret: chosen, previousUntil: null })
    expect([await trySend(secret), await trySend(next), await trySend(chosen)]).toEqual([false, false, true])

    const wrong = await hub.api("POST", path, { secret: "whsec_short" })
    expect([wrong.status, wrong.json.error?.fields?.[0]?.field]).toEqual([400, "secret"])
    const stranger = await hub.call("POST", path, { token: await hub.token(), body: {} })
    expect(stranger.status).toBe(404)
    expect(await trySend(chosen)).toBe(true)
  })

  it("takes another secret in place of one that cannot be read, if that is said, and sends what waits", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue")
    const path = `/api/subscriptions/${subscription.id}`
    const hook = await hub.hook("repos/acme/widgets")
    await hub.run(
      SqlClient.SqlClient.use((sql) => sql`UPDATE subscriptions SET key_id = 'lost' WHERE id = ${subscription.id}`)
    )
    await hook.deliver("issues", issue.body)
    const deliveries = async () =>
      (await hub.api("GET", "/api/deliveries")).json.items as ReadonlyArray<{ id: string; nextAt: string }>
    // A server without the key looks again after a minute.
    await expect
      .poll(async () => Date.parse((await deliveries())[0]?.nextAt ?? ""))
      .toBeGreaterThan(Date.now() + 30_000)
    const problems = async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0].problems as string[]
    expect((await problems()).join()).toMatch(/another key than this program has.*`keepPrevious: false`/)
    const refused = await hub.api("POST", `${path}/secret`, {})
    expect([refused.status, refused.json.error.reason, refused.json.error.message]).toEqual([
      503,
      "Refused",
      expect.stringMatching(/cannot be read.*`keepPrevious: false`/)
    ])
    const { status, json } = await hub.api("POST", `${path}/secret`, { keepPrevious: false })
    expect([status, json.previousUntil]).toEqual([200, null])
    hub.agent.expectSecret(json.secret as string)
    const ids = (await deliveries()).map(({ id }) => id)
    await hub.api("POST", "/api/deliveries/replay", { ids })
    expect((await hub.agent.starts(1))[0]).toMatchObject({ isSigned: true, body: { attempt: 1 } })
    expect(await problems()).toEqual([])
  })

  it("takes one of two new secrets that are made at once, and says so to the other", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue")
    const path = `/api/subscriptions/${subscription.id}/secret`
    const answers = await Promise.all([hub.api("POST", path, {}), hub.api("POST", path, {})])
    const taken = answers.filter(({ status }) => status === 200)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(taken.length).toBeGreaterThan(0)
    // Of both, if one came after the other.
    for (const { json } of taken) {
      hub.agent.expectSecret(json.secret as string)
      await hub.api("POST", `/api/subscriptions/${subscription.id}/tests`, { send: true })
      expect(hub.agent.all.at(-1)?.isSigned).toBe(true)
    }
  })

  it("keeps both of two changes that are made at once", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue")
    await hub.run(
      Effect.gen(function* () {
        const one = yield* Subscriptions.use(({ find }) => find(subscription.id))
        if (one === undefined) return yield* Effect.die("the subscription is gone")
        // Both have read the same.
        yield* change(one, { name: "triage", inOrder: true })
        yield* change(one, { filters: { label: "bug" } })
        yield* change(one, { creditsPerEvent: 5 })
      })
    )
    expect((await hub.api("GET", `/api/subscriptions/${subscription.id}`)).json).toMatchObject({
      name: "triage",
      inOrder: true,
      filters: { label: "bug" },
      creditsPerEvent: 5
    })
  })

  it("refuses what its creation would refuse, and then changes nothing", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue")
    const path = `/api/subscriptions/${subscription.id}`
    const before = (await hub.api("GET", path)).json
    for (const [body, field] of [
      [{ filters: { colour: "red" }, name: "other" }, "filters.colour"],
      [{ name: " ", enabled: false }, "name"],
      [{ creditsPerEvent: -1 }, "creditsPerEvent"],
      [{ url: "https://elsewhere.example" }, "url"],
      [{ secret: "whsec_other" }, "secret"]
    ] as const) {
      const { status, json } = await hub.api("PATCH", path, body)
      expect([status, json.error?.fields?.[0]?.field]).toEqual([400, field])
    }
    expect((await hub.api("GET", path)).json).toEqual(before)
    const other = await hub.call("PATCH", path, { token: await hub.token(), body: { name: "mine" } })
    expect(other.status).toBe(404)
  })
})
