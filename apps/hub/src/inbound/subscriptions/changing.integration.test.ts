/** Reading one subscription, and changing what it does without creating it anew. */
import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import * as Effect from "effect/Effect"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { eventHub } from "../../testing/events/hub.ts"
import { change } from "./changing.ts"
import { Subscriptions } from "./Subscriptions.ts"

const { all } = backends()

describe.each(all)("a subscription on $name", ({ place }) => {
  const hubOf = async () => {
    const hub = await eventHub(await place())
    onTestFinished(hub.close)
    return hub
  }

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
