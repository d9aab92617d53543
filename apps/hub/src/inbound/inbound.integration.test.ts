/** From a signed delivery to a signed start of an agent: real HTTP, on both databases. */

import star from "@inlay/codehost/fixtures/triggers/new-star.json" with { type: "json" }
import { afterEach, describe, expect, it } from "vitest"

import { backends } from "../testing/backends.ts"
import { eventHub } from "../testing/events/hub.ts"

const { all } = backends()
const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

describe.each(all)("events on $name", ({ place }) => {
  const hubOf = async () => {
    const hub = await eventHub(await place())
    closing.push(hub.close)
    return hub
  }

  it("start an agent once, signed, whichever way and however often they come", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    const first = await hook.deliver("star", star.body)
    expect(first.status).toBe(202)
    const [start] = await hub.agent.starts(1)
    expect(start?.body).toMatchObject({
      trigger: "codehost_new_star",
      account: "env",
      subscription: subscription.id,
      attempt: 1,
      occurredAt: "2026-01-07T09:00:00Z",
      data: { actor: "ada", repository: "acme/widgets" },
      source: "webhook"
    })
    expect(start?.isSigned).toBe(true)
  })
})
