/** What many changes in quick succession ask of a service. */
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"

const { all } = backends()

const SOON = { timeout: 20_000 }
const PLACE = "repos/acme/widgets"

interface Call {
  readonly method: string
  readonly path: string
}

const listsOf = async (hub: EventHub) => {
  const { calls } = await hub.codeHost.control<{ readonly calls: ReadonlyArray<Call> }>("/calls")
  return calls.filter(({ method, path }) => method === "GET" && path.startsWith(`/${PLACE}/hooks`)).length
}

describe.each(all)("on $name", ({ place }) => {
  it("thirty new watches of a caller that only reads do not ask for the webhooks of others thirty times", async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_star")
    await expect.poll(async () => (await hub.codeHost.hooksAt(PLACE)).length, SOON).toBe(1)
    const token = await hub.token({ readOnly: true })
    for (let no = 0; no < 30; no++) await hub.codeHost.ask("POST", "/user/repos", { name: `r${no}` })
    const before = await listsOf(hub)
    for (let no = 0; no < 30; no++) {
      const body = { trigger: "codehost_new_star", account: "codehost/env", target: { owner: "mona", repo: `r${no}` } }
      expect((await hub.call("POST", "/api/watches", { token, body })).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await listsOf(hub)) - before).toBeLessThanOrEqual(2)
  })
})
