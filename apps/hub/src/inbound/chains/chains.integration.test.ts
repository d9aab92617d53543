/** Which event a run belongs to, however it is called, so that chains of starts end, and what its runs may cost. */
import { spawn } from "node:child_process"
import { once } from "node:events"

import opened from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { inlayJson, main, environment, type ErrorDocument } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { Causes } from "./causes.ts"

const PLACE = "repos/acme/widgets"
const SOON = { timeout: 20_000 }
const ISSUE = "codehost_create_issue"
const input = { owner: "acme", repo: "widgets", title: "It squeaks" }

const { all } = backends()
const directory = temporaryDirectories()

/** The service's payload for an issue. */
const openedIssue = (number: number) => ({
  ...opened.body,
  issue: {
    ...opened.body.issue,
    id: number,
    number,
    html_url: `https://codehost.example/acme/widgets/issues/${number}`
  }
})

const hookMade = (hub: EventHub) => expect.poll(async () => (await hub.codeHost.hooksAt(PLACE)).length, SOON).toBe(1)

const deliveriesOf = async (hub: EventHub) =>
  (await hub.api("GET", "/api/deliveries")).json.items as ReadonlyArray<{ readonly id: string; readonly why: string }>

const runsOf = async (hub: EventHub) =>
  (await hub.api("GET", "/api/runs")).json.items as ReadonlyArray<{ readonly event: string; readonly via: string }>

/** Notes what the last started agent changed, as its run would. */
const noted = (hub: EventHub, number: number) =>
  hub.run(
    Causes.use((own) =>
      own.note({ plugin: "codehost", account: "env" }, [openedIssue(number).issue.html_url], hub.agent.all.at(-1)?.id)
    )
  )

describe.each(all)("a chain of starts on $name", ({ place }) => {
  const hubOf = async () => hubForTest(await place())

  it("does not begin with a test, whose agent may name its id in its calls like that of any start", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_issue", { enabled: false })
    await hub.api("POST", `/api/subscriptions/${subscription.id}/tests`, { send: true })
    const [start] = await hub.agent.starts(1)
    const headers = { "inlay-event": start?.id ?? "" }
    const answer = await hub.call("POST", `/api/tools/${ISSUE}/runs`, {
      token: await hub.token(),
      headers,
      body: { input }
    })
    expect([start?.body.test, answer.status]).toEqual([true, 200])
    expect((await runsOf(hub))[0]?.event).toBeNull()
  })

  it("goes by the event that a run over HTTP names, and ends at its depth", async () => {
    const hub = await hubOf()
    await hub.subscribe("codehost_new_issue", { ownChanges: true })
    await hookMade(hub)
    const hook = await hub.hook(PLACE)
    await hook.deliver("issues", openedIssue(1))
    const [first] = await hub.agent.starts(1)
    const path = `/api/tools/${ISSUE}/runs`
    const token = await hub.token()
    const run = (event: string) => hub.call("POST", path, { token, headers: { "inlay-event": event }, body: { input } })
    const created = await run(first?.id ?? "")
    expect(created.status).toBe(200)
    expect((await runsOf(hub))[0]).toMatchObject({ event: first?.id, via: "http" })
    const [, second] = await hub.agent.starts(2)
    expect(second?.body.causedBy).toBe(first?.id)
    // Simulates the agent's next actions without waiting for the service.
    for (let number = 200, starts = 2; starts < 6; number++, starts++) {
      await noted(hub, number)
      await hook.deliver("issues", openedIssue(number))
      await hub.agent.starts(starts + 1)
    }
    await noted(hub, 300)
    await hook.deliver("issues", openedIssue(300))
    await expect
      .poll(async () => (await deliveriesOf(hub))[0]?.why, SOON)
      .toBe("The chain of 5 starts, each caused by the one before, ends here.")
    expect(hub.agent.all).toHaveLength(6)
    const { json } = await hub.api("GET", "/api/subscriptions/health")
    expect(json.health[0].skippedBecause).toMatch(/^The chain of 5 starts/)
  })

  it("refuses an unknown event, and one of an account that the caller may not use", async () => {
    const hub = await hubOf()
    const token = await hub.token()
    for (const event of ["msg_none", "evt_99", "not\tprintable"]) {
      const answer = await hub.call("POST", `/api/tools/${ISSUE}/runs`, {
        token,
        headers: { "inlay-event": event },
        body: { input }
      })
      expect([answer.status, answer.json.error.fields[0].field]).toEqual([400, "inlay-event"])
    }
    await hub.subscribe("codehost_new_issue")
    const hook = await hub.hook(PLACE)
    await hook.deliver("issues", openedIssue(1))
    const [start] = await hub.agent.starts(1)
    const other = await hub.token({ accounts: ["codehost/other"] })
    const answer = await hub.call("GET", "/api/tools", { token: other, headers: { "inlay-event": start?.id ?? "" } })
    expect(answer.status).toBe(400)
  })
})

it("goes by the event that a call over MCP names, and by that of a command line, whose changes are the account's own", async () => {
  const at = directory()
  const hub = await hubForTest({ directory: at, url: undefined })
  await hub.subscribe("codehost_new_issue")
  await hookMade(hub)
  const hook = await hub.hook(PLACE)
  await hook.deliver("issues", openedIssue(1))
  const [start] = await hub.agent.starts(1)
  const id = start?.id ?? ""

  const params = { name: ISSUE, arguments: input, _meta: { "inlay/event": id } }
  const message = (more: object, number = 2) =>
    JSON.stringify({ jsonrpc: "2.0", id: number, method: "tools/call", params: { ...params, ...more } })
  const token = await hub.token()
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" }
  const overHttp = (more: object) =>
    hub.call("POST", "/mcp", {
      token,
      body: message(more),
      headers: { ...headers, "content-type": "application/json" }
    })
  expect((await overHttp({})).status).toBe(200)
  const refused = await overHttp({ _meta: { "inlay/event": "msg_none" } })
  expect(refused.text).toMatch(/_meta\[\\"inlay\/event\\"\] must be the `id` of a start/)
  expect((await runsOf(hub)).map(({ event, via }) => [via, event])).toEqual([["mcp", id]])

  const { INLAY_CODEHOST_BASE_URL, INLAY_CODEHOST_TOKEN } = hub.codeHost.env
  const env = { INLAY_CODEHOST_BASE_URL, INLAY_CODEHOST_TOKEN }
  const command = ["run", ISSUE, "--input", JSON.stringify(input), "--data", at]
  const created = await inlayJson(command, { env: { ...env, INLAY_EVENT_ID: id } })
  expect(created.code).toBe(0)
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
  const child = spawn(process.execPath, [main, "mcp", "--data", at], { env: environment(env) })
  const ended = once(child, "close")
  let spoken = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    spoken += text
    // A call that is under way when input ends would be interrupted.
    if (/"id":2\b.*\n/.test(spoken) && /"id":3\b.*\n/.test(spoken)) child.stdin.end()
  })
  const conversation = [
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize }),
    message({}),
    message({ _meta: { "inlay/event": 7 } }, 3)
  ]
  child.stdin.write(`${conversation.join("\n")}\n`)
  await ended
  expect(spoken).toContain("must be the id of the event that caused the call. Nothing was done.")
  expect((await runsOf(hub)).map(({ event, via }) => [via, event])).toEqual([
    ["mcp", id],
    ["cli", id],
    ["mcp", id]
  ])
  const wrong = await inlayJson<ErrorDocument>([...command, "--event", "a\nb"], { env })
  expect([wrong.code, wrong.json.error.fields?.[0]?.field]).toEqual([2, "--event"])

  const own = "The account's own run made this change."
  await expect.poll(async () => (await deliveriesOf(hub)).map(({ why }) => why), SOON).toEqual([own, own, own, null])
  expect(hub.agent.all).toHaveLength(1)
})
