/** `inlay deliveries`, beside the server that sends them. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { hubForTest } from "../../testing/events/hub.ts"
import { storesAt } from "../../testing/places.ts"
import type { ErrorDocument } from "../../testing/processes/command.ts"
import { command, commandJson } from "../../testing/threads/command.ts"

interface Delivery {
  readonly id: string
  readonly state: string
  readonly why: string | null
}

const { all, directory } = backends()

it.each(all)("lists what was given up, shows why, and has it sent again, on $name", async ({ place }) => {
  const at = await place()
  const hub = await hubForTest(at)
  const options = { env: { INLAY_DATA: at.directory, ...(at.url !== undefined && { INLAY_DATABASE: at.url }) } }
  const list = async (...args: ReadonlyArray<string>) =>
    (await commandJson<ReadonlyArray<Delivery>>(["deliveries", ...args], options)).json
  const { subscription: other } = await hub.subscribe("codehost_new_issue")
  const { subscription } = await hub.subscribe("codehost_new_star", { name: "stars" })
  hub.agent.answers((response) => void response.writeHead(410).end("moved away"))
  await (await hub.hook("repos/acme/widgets")).deliver("star", star.body)
  await expect.poll(() => list("--state", "dead"), { timeout: 20_000 }).toHaveLength(1)
  const [dead] = await list()
  const id = dead?.id ?? ""
  expect(dead).toMatchObject({ state: "dead", subscription: subscription.id, why: expect.stringContaining("410") })
  expect(await list("--state", "delivered")).toEqual([])
  expect(await list("--subscription", other.id)).toEqual([])
  expect(await list("--subscription", subscription.id)).toHaveLength(1)
  const shown = await command(["deliveries", "show", id], options)
  expect(shown.stdout).toMatch(
    / {2}given up\nThe receiver said that it is gone \(410\)\.\n\n1 {2}\S+ {2}410 {2}moved away\n/
  )
  const listed = await command(["deliveries"], options)
  expect(listed.stdout).toMatch(/^Id +Subscription +State +Tries +Made\nmsg_\S+ +stars +given up +1 +/)
  expect(Math.max(...listed.stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80)

  const off = await commandJson<ErrorDocument>(["deliveries", "replay", id], options)
  expect([off.code, off.json.error.reason, off.json.error.message]).toEqual([
    1,
    "Conflict",
    expect.stringContaining("switched off")
  ])
  const leftOut = await commandJson(["deliveries", "replay", "--dead"], options)
  expect(leftOut.json).toEqual({ replayed: 0, switchedOff: [subscription.id] })
  await hub.api("PATCH", `/api/subscriptions/${subscription.id}`, { enabled: true })
  hub.agent.answers((response) => void response.writeHead(200).end())
  const ofOther = await commandJson(["deliveries", "replay", "--dead", "--subscription", other.id], options)
  expect(ofOther.json).toEqual({ replayed: 0, switchedOff: [] })
  expect((await command(["deliveries", "replay", "--dead"], options)).stdout).toBe("1 delivery is sent again.\n")
  await expect.poll(() => list("--state", "delivered"), { timeout: 20_000 }).toHaveLength(1)
  expect(hub.agent.all.map(({ id: sent, isSigned }) => [sent, isSigned])).toEqual([
    [id, true],
    [id, true]
  ])
  // One that was delivered is sent again if it is named.
  expect((await commandJson(["deliveries", "replay", id], options)).json).toEqual({ replayed: 1, switchedOff: [] })
  expect((await hub.agent.starts(3)).map((start) => start.id)).toEqual([id, id, id])

  const sender = { ...star.body.sender, id: star.body.sender.id + 1, login: "another" }
  await (await hub.hook("repos/acme/widgets")).deliver("star", { ...star.body, sender })
  await expect.poll(() => list("--state", "delivered"), { timeout: 20_000 }).toHaveLength(2)
  const textOf = async (limit: string) =>
    (await command(["deliveries", "--state", "delivered", "--limit", limit], options)).stdout
  expect(await textOf("1")).toContain("\nOlder ones are not listed: --limit lists up to 1,000.\n")
  expect(await textOf("2")).not.toContain("not listed")
})

it("says whether a command accepted the event, which has no status, and of no receiver twice that there was no answer", async () => {
  const data = directory()
  const hub = await hubForTest({ directory: data, url: undefined }, { allowExec: true })
  const options = { env: { INLAY_DATA: data } }
  const watched = { trigger: "codehost_new_star", account: "codehost/env", target: { owner: "acme", repo: "widgets" } }
  const exec = [process.execPath, "-e", "console.log('worked')"]
  for (const receiver of [{ exec }, { url: "http://127.0.0.1:9/nobody" }])
    expect((await hub.api("POST", "/api/subscriptions", { ...watched, ...receiver })).status).toBe(201)
  await (await hub.hook("repos/acme/widgets")).deliver("star", star.body)
  const shown = async (state: string) => {
    const { json } = await commandJson<ReadonlyArray<Delivery>>(["deliveries", "--state", state], options)
    return json[0] && (await command(["deliveries", "show", json[0].id], options)).stdout
  }
  await expect.poll(() => shown("delivered"), { timeout: 20_000 }).toMatch(/\n1 {2}\S+ {2}accepted {2}worked\n/)
  await expect.poll(() => shown("pending"), { timeout: 20_000 }).toMatch(/\n1 {2}\S+ {2}not accepted {2}No answer: /)
})

/** More than are sent again in one transaction. */
const DEAD = 1_001
/** The states of the deliveries after them. */
const OTHERS = ["delivered", "pending", "skipped"]

const storeDead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = { plugin: "codehost", account: "main", trigger_id: "codehost_new_star" }
  const to = { target: "{}", place: "p", filters: "{}", url: "https://agent.example/", queue: "d_1", principal: "a" }
  const settings = { name: "stars", key_id: "", sealed: "", in_order: 0, own_changes: 0, enabled: 1 }
  yield* sql`INSERT INTO subscriptions ${sql.insert({ id: "sub_1", created_millis: 0, ...at, ...to, ...settings })}`
  const ids = Arr.range(1, DEAD + OTHERS.length)
  const event = { at: "2026-06-01T00:00:00Z", data: "{}", source: "webhook", received_millis: 0, ...at }
  const events = Arr.map(ids, (id) => ({ id, event_key: `${id}`, ...event }))
  const delivery = { subscription: "sub_1", queue: "d_1", created_millis: 0 }
  const stateOf = (id: number) => OTHERS[id - DEAD - 1] ?? "dead"
  const deliveries = Arr.map(ids, (id) => ({ id: `msg_${id}`, event_id: id, state: stateOf(id), ...delivery }))
  yield* sql`INSERT INTO events ${sql.insert(events)}`.unprepared
  yield* sql`INSERT INTO deliveries ${sql.insert(deliveries)}`.unprepared
})

it.each(all)(
  "sends again however many were given up and nothing else, and none beside an id that there is not, on $name",
  async (on) => {
    const at = await on.place()
    await Effect.runPromise(Effect.provide(storeDead, storesAt(at)))
    const options = { env: { INLAY_DATA: at.directory, ...(at.url !== undefined && { INLAY_DATABASE: at.url }) } }
    const replay = (...args: ReadonlyArray<string>) =>
      commandJson<ErrorDocument & { readonly replayed?: number }>(["deliveries", "replay", ...args], options)
    const missing = await replay("msg_1", "msg_none")
    expect([missing.code, missing.json.error.reason]).toEqual([1, "NotFound"])
    expect(missing.json.error.message).toContain("msg_none")
    expect((await replay("--dead", "--subscription", "sub_none")).json.error.reason).toBe("NotFound")
    const { json: listed } = await commandJson<ReadonlyArray<Delivery>>(["deliveries", "--limit", "2"], options)
    expect(listed.map(({ id, state }) => [id, state])).toEqual([
      [`msg_${DEAD + 2}`, "pending"],
      [`msg_${DEAD}`, "dead"]
    ])
    const { json: shown } = await commandJson<Delivery>(["deliveries", "show", "msg_2"], options)
    expect(shown.id).toBe("msg_2")
    expect((await replay("--dead")).json.replayed).toBe(DEAD)
    expect((await replay("--dead")).json.replayed).toBe(0)
  }
)

it("refuses what names nothing, and makes no data directory", async () => {
  const none = `${directory()}/none`
  const options = { env: { INLAY_DATA: none } }
  expect((await command(["deliveries"], options)).stdout).toBe("No deliveries are waiting or given up.\n")
  expect((await commandJson(["deliveries", "replay", "--dead"], options)).json).toEqual({
    replayed: 0,
    switchedOff: []
  })
  for (const args of [[], ["msg_a", "--dead"]]) {
    expect((await commandJson<ErrorDocument>(["deliveries", "replay", ...args], options)).code).toBe(2)
  }
  for (const args of [["show"], ["replay"]]) {
    const { json } = await commandJson<ErrorDocument>(["deliveries", ...args, "msg_a"], options)
    expect(json.error.reason).toBe("NotFound")
  }
})
