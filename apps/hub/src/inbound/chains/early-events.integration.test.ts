/** Events that arrive before the response of the call that caused them still count as the account's own change. */
import opened from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"

const PLACE = "repos/acme/widgets"
const SOON = { timeout: 30_000 }
const ISSUE = "codehost_create_issue"
const OWN = "The account's own run made this change."

const { all } = backends()

const skipped = async (hub: EventHub) => {
  const { items } = (await hub.api("GET", "/api/deliveries")).json
  return items.map(({ why }: { readonly why: string | null }) => why)
}

describe.each(all)("an event that comes before its call's answer, on $name", ({ place }) => {
  const hubOf = async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_issue")
    await expect.poll(async () => (await hub.codeHost.hooksAt(PLACE)).length, SOON).toBe(1)
    return hub
  }
  const create = async (hub: EventHub) =>
    hub.call("POST", `/api/tools/${ISSUE}/runs`, {
      token: await hub.token(),
      body: { input: { owner: "acme", repo: "widgets", title: "It squeaks" } }
    })

  it("starts no agent; what others did meanwhile starts one at once", async () => {
    const hub = await hubOf()
    // The service does the work and sends the webhook at once, and answers 1.5 seconds later.
    await hub.codeHost.control("/faults", { fault: "slow", method: "POST", path: `/${PLACE}/issues` })
    const running = create(hub)
    await expect
      .poll(
        async () => (await hub.codeHost.control<{ pending: number; deliveries: [] }>("/deliveries")).deliveries.length,
        SOON
      )
      .toBe(2)
    const others = await hub.hook(PLACE)
    await others.deliver("issues", {
      ...opened.body,
      sender: { ...opened.body.sender, login: "ada", id: 77 },
      issue: { ...opened.body.issue, user: { ...opened.body.issue.user, login: "ada", id: 77 } }
    })
    const [start] = await hub.agent.starts(1)
    expect(start?.body.data.actor).toBe("ada")
    expect((await running).status).toBe(200)
    await expect.poll(() => skipped(hub), SOON).toEqual([OWN, null])
    expect(hub.agent.all).toHaveLength(1)
    const [health] = (await hub.api("GET", "/api/subscriptions/health")).json.health
    expect(health).toMatchObject({ ok: true, skippedBecause: OWN })
  })

  it("starts an agent if a call had only read its record", async () => {
    const hub = await hubOf()
    const issue = await hub.codeHost.askAs<{ readonly html_url: string }>("mona", "GET", `/${PLACE}/issues/1`)
    const read = await hub.call("POST", "/api/tools/codehost_api_call/runs", {
      token: await hub.token(),
      body: { input: { method: "GET", endpoint: `/${PLACE}/issues/1` } }
    })
    expect(read.json.output.body.html_url).toBe(issue.html_url)
    const hook = await hub.hook(PLACE)
    await hook.deliver("issues", { ...opened.body, issue: { ...opened.body.issue, html_url: issue.html_url } })
    await expect.poll(() => hub.agent.all.map(({ body }) => body.trigger), SOON).toEqual(["codehost_new_issue"])
  })

  it("is reported eventually if the call that may have caused it never ended", async () => {
    const hub = await hubOf()
    // What a process leaves behind if it is killed while it waits for the response.
    await hub.run(
      SqlClient.SqlClient.use((sql) => {
        const row = { id: "killed", plugin: "codehost", account: "env", begun_millis: Date.now() - 57_000 }
        return sql`INSERT INTO own_calls ${sql.insert(row)}`
      })
    )
    await hub.codeHost.askAs("mona", "POST", `/${PLACE}/issues`, { title: "By hand" })
    const [start] = await hub.agent.starts(1)
    expect(start?.body.data.title).toBe("By hand")
  })
})
