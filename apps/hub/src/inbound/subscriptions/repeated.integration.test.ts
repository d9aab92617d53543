/** A subscription that is created again: a repeated request starts no agent twice. */
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { hubForTest } from "../../testing/events/hub.ts"

const { all } = backends()

describe.each(all)("a subscription that is created again on $name", ({ place }) => {
  it("is refused with the id of the first, unless another is asked for or it differs", async () => {
    const hub = await hubForTest(await place())
    const newSubscription = {
      trigger: "codehost_new_issue",
      account: "codehost/env",
      target: { owner: "acme", repo: "widgets" },
      filters: { label: ["bug"] },
      url: hub.agent.url,
      name: "triage"
    }
    const create = (more: object = {}, token?: string) =>
      hub.call("POST", "/api/subscriptions", { token: token ?? manager, body: { ...newSubscription, ...more } })
    const manager = await hub.token({ manages: true })

    // At the same moment, as from a client that retries.
    const both = await Promise.all([create(), create()])
    const [first, second] = both.toSorted((a, b) => a.status - b.status)
    expect([first?.status, second?.status]).toEqual([201, 409])
    const { id } = first?.json ?? {}
    expect(second?.json.error).toMatchObject({ reason: "Conflict", existing: id })
    expect(second?.json.error.message).toMatch(/triage.*another/)

    expect((await create({ name: "again" })).json.error?.existing).toBe(id)
    for (const more of [
      { another: true },
      { filters: { label: ["door"] } },
      { trigger: "codehost_new_star", filters: {} },
      { url: `${hub.agent.url}/other` }
    ]) {
      expect([more, (await create(more)).status]).toEqual([more, 201])
    }

    // Another caller knows nothing of the first, and a removed one is none.
    const other = await hub.token()
    expect((await create({}, other)).status).toBe(201)
    expect((await create({}, other)).status).toBe(409)
    for (const one of (await hub.api("GET", "/api/subscriptions")).json.subscriptions as ReadonlyArray<{ id: string }>)
      await hub.api("DELETE", `/api/subscriptions/${one.id}`)
    expect((await create()).status).toBe(201)
  })
})
