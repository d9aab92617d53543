/** Destinations other than an agent's address: a command on the hub's machine, and another hub. */
import { existsSync, readFileSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { join } from "node:path"

import push from "@inlay/codehost/fixtures/events/new-push.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { main } from "../../testing/processes/command.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const SOON = { timeout: 20_000 }
const STAR = "codehost_new_star"

const { all } = backends()
const directory = temporaryDirectories()

const request = { trigger: STAR, account: "codehost/env", target: { owner: "acme", repo: "widgets" } }
const starBy = (login: string, second = 1) => ({
  ...star.body,
  starred_at: `2026-06-01T00:00:0${second}Z`,
  sender: { ...star.body.sender, login }
})

const newest = async (hub: EventHub) => (await hub.api("GET", "/api/deliveries")).json.items[0]
const logOf = async (hub: EventHub) =>
  (await hub.api("GET", `/api/deliveries/${(await newest(hub)).id}`)).json.log as ReadonlyArray<{
    answer: string
    delivered: boolean
  }>

const hubAt = async (place: Parameters<typeof hubForTest>[0], allowExec = false) => hubForTest(place, { allowExec })

describe.each(all)("events on $name", ({ place }) => {
  it("start a command, with the event on its input and nothing of it on its command line", async () => {
    const where = await place()
    const hub = await hubAt(where, true)
    const at = directory()
    const script = `const fs = require("node:fs"); let text = ""
      process.stdin.on("data", (part) => (text += part)).on("end", () => {
        const { INLAY_EVENT_ID: id, INLAY_EVENT_ACTOR: actor, INLAY_EVENT_ACCOUNT: account, INLAY_DATA: data } = process.env
        fs.appendFileSync(${JSON.stringify(join(at, "seen"))}, JSON.stringify({ id, actor, account, data, body: JSON.parse(text), args: process.argv.slice(1) }) + "\\n")
        console.log("worked"); process.exitCode = actor === "broken" ? 3 : 0
      })`
    const created = await hub.api("POST", "/api/subscriptions", {
      ...request,
      exec: [process.execPath, "-e", script, "--", "one"]
    })
    expect([created.status, created.json.destination]).toEqual([201, "exec"])
    const hook = await hub.hook("repos/acme/widgets")
    const login = `ada"; touch ${join(at, "owned")}; "`
    await hook.deliver("star", starBy(login))
    await expect.poll(async () => (await newest(hub))?.state, SOON).toBe("delivered")
    const delivery = await newest(hub)
    const input = JSON.parse(readFileSync(join(at, "seen"), "utf8"))
    expect(input).toMatchObject({ id: delivery.id, actor: login, account: "codehost/env", data: where.directory })
    expect(input.args).toEqual(["one"])
    expect(input.body).toMatchObject({ id: delivery.id, trigger: STAR, data: { actor: login } })
    expect(await logOf(hub)).toMatchObject([{ answer: "worked", delivered: true, status: null }])
    expect(existsSync(join(at, "owned"))).toBe(false)
    // A command that fails is retried like any other receiver.
    await hook.deliver("star", starBy("broken", 2))
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "pending", attempts: 1 })
    expect(await logOf(hub)).toMatchObject([{ answer: "It ended with 3. worked", delivered: false }])
    expect((await hub.api("GET", "/api/subscriptions/health")).json.health[0]).toMatchObject({
      ok: false,
      problems: ["1 start failed and is retried: It ended with 3. worked"]
    })
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ["is long", (response) => void response.end("x".repeat(100_000))],
    ["breaks off", (response) => void response.write("x", () => response.destroy())]
  ])("start an agent once, although its answer %s", async (_, answer) => {
    const hub = await hubAt(await place())
    hub.agent.answers((response) => {
      response.writeHead(200, { "content-length": 100_000 })
      answer(response)
    })
    await hub.subscribe(STAR)
    await (await hub.hook("repos/acme/widgets")).deliver("star", starBy("ada"))
    await expect.poll(async () => (await newest(hub))?.attempts, SOON).toBe(1)
    expect(await newest(hub)).toMatchObject({ state: "delivered" })
  })

  it("start a command of inlay, whose run is the hub's", async () => {
    const hub = await hubAt(await place(), true)
    const exec = [process.execPath, main, "run", "codehost_get_repository_info", "owner=acme", "repo=widgets"]
    expect((await hub.api("POST", "/api/subscriptions", { ...request, exec })).status).toBe(201)
    await (await hub.hook("repos/acme/widgets")).deliver("star", starBy("ada"))
    await expect.poll(async () => (await newest(hub))?.state, SOON).toBe("delivered")
    const { items } = (await hub.api("GET", "/api/runs")).json
    expect(items).toMatchObject([
      { tool: "codehost_get_repository_info", event: (await newest(hub)).id, outcome: "ok" }
    ])
  })

  it("go on to another hub, which knows them as its own of an account, once", async () => {
    const first = await hubAt(await place())
    const second = await hubAt({ directory: directory(), url: undefined })
    const hubHook = await second.api("POST", "/api/hooks", { account: "codehost/env", place: "hub" })
    expect([hubHook.status, hubHook.json.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
    const { subscription } = await second.subscribe(STAR)
    const created = await first.api("POST", "/api/subscriptions", {
      ...request,
      url: hubHook.json.url,
      secret: hubHook.json.secret,
      hub: true
    })
    expect([created.status, created.json.destination]).toEqual([201, "hub"])
    // The other hub takes a test for what it is.
    const tested = await first.api("POST", `/api/subscriptions/${created.json.id}/tests`, { send: true })
    expect(tested.json.sent).toMatchObject({
      delivered: true,
      status: 202,
      answer: "Received as a test: nothing is recorded or started."
    })
    // It stays another hub at another address and with another secret, which that hub chooses.
    const path = `/api/subscriptions/${created.json.id}`
    const { json: rotated } = await second.api(
      "POST",
      `/api/hooks/${new URL(hubHook.json.url).pathname.split("/").at(-1)}/secret`
    )
    expect((await first.api("POST", `${path}/secret`, { ...rotated, keepPrevious: false })).status).toBe(200)
    expect((await first.api("PATCH", path, { url: `${hubHook.json.url}?moved` })).json.destination).toBe("hub")
    const hook = await first.hook("repos/acme/widgets")
    await hook.deliver("star", starBy("ada"))
    const [start] = await second.agent.starts(1)
    expect(start?.body).toMatchObject({ trigger: STAR, subscription: subscription.id, data: { actor: "ada" } })
    // The same event from the hub's own hook, and once more from the other hub.
    const own = await second.hook("repos/acme/widgets")
    await own.deliver("star", starBy("ada"))
    // A delivery under way is not replayed, and the second hub's agent may start before the first hub has its answer.
    await expect.poll(async () => (await newest(first)).state, SOON).toBe("delivered")
    const replay = await first.api("POST", "/api/deliveries/replay", { ids: [(await newest(first)).id] })
    expect(replay.json).toEqual({ replayed: 1, notFound: [] })
    await expect.poll(async () => (await newest(first)).attempts, SOON).toBe(2)
    await own.deliver("star", starBy("linus", 2))
    await second.agent.starts(2)
    expect(second.agent.all.map(({ body }) => body.data.actor)).toEqual(["ada", "linus"])
    const { json: recorded } = await second.api("GET", `/api/subscriptions/${subscription.id}/events`)
    expect(recorded.events.map(({ actor }: { readonly actor: string }) => actor)).toEqual(["linus", "ada"])
  })

  it("go on to another hub however large they are, such as a push of twenty long messages", async () => {
    const [first, second] = [await hubAt(await place()), await hubAt(await place())]
    const { json: hubHook } = await second.api("POST", "/api/hooks", { account: "codehost/env", place: "hub" })
    const forwarding = { ...request, trigger: "codehost_new_push", url: hubHook.url, secret: hubHook.secret, hub: true }
    expect((await first.api("POST", "/api/subscriptions", forwarding)).status).toBe(201)
    const commits = Array.from({ length: 20 }, (_, index) => ({
      ...push.body.commits[0],
      id: String(index).padStart(40, "a"),
      message: "x".repeat(100_000)
    }))
    await (await first.hook("repos/acme/widgets")).deliver("push", { ...push.body, commits })
    await expect.poll(async () => (await newest(first))?.attempts, SOON).toBe(1)
    expect([await logOf(first), (await newest(first)).state]).toMatchObject([[{ status: 202 }], "delivered"])
  })
})

it("are refused if not allowed: commands that are switched off or not the caller's to subscribe, signatures that are wrong or old", async () => {
  const hub = await hubAt({ directory: directory(), url: undefined })
  const refused = async (body: object, token?: string) => {
    const answer =
      token === undefined
        ? await hub.api("POST", "/api/subscriptions", { ...request, ...body })
        : await hub.call("POST", "/api/subscriptions", { token, body: { ...request, ...body } })
    return [answer.status, answer.json.error.fields?.[0]?.field ?? answer.json.error.guard]
  }
  expect(await refused({ exec: ["node"] })).toEqual([403, "restriction"])
  expect(await refused({})).toEqual([400, "url"])
  expect(await refused({ url: hub.agent.url, exec: ["node"] })).toEqual([400, "exec"])
  expect(await refused({ hub: true, exec: ["node"] })).toEqual([400, "exec"])
  for (const secret of ["short", `whsec_${"a".repeat(92)}`]) {
    expect(await refused({ url: hub.agent.url, secret })).toEqual([400, "secret"])
  }
  const allowed = await hubAt({ directory: directory(), url: undefined }, true)
  const commands = [
    [" "],
    ["node", "a\0b"],
    ["node", ...Array.from({ length: 51 }, () => "x")],
    ["node", "x".repeat(2_000)]
  ]
  for (const exec of commands) {
    const { status, json } = await allowed.api("POST", "/api/subscriptions", { ...request, exec })
    expect([exec[0], status, json.error?.fields?.[0]?.field]).toEqual([exec[0], 400, "exec"])
  }
  const token = await allowed.token()
  const answer = await allowed.call("POST", "/api/subscriptions", { token, body: { ...request, exec: ["node"] } })
  expect([answer.status, answer.json.error.guard]).toEqual([403, "restriction"])

  const { json: hubHook } = await hub.api("POST", "/api/hooks", { account: "codehost/env", place: "hub" })
  const path = new URL(hubHook.url).pathname
  const send = (headers: Readonly<Record<string, string>>) =>
    hub.call("POST", path, { body: "{}", headers: { "content-type": "application/json", ...headers } })
  const now = String(Math.floor(Date.now() / 1000))
  expect((await send({})).status).toBe(401)
  expect(
    (await send({ "webhook-id": "msg_1", "webhook-timestamp": now, "webhook-signature": `v1,${"A".repeat(43)}=` }))
      .status
  ).toBe(401)
})
