/** `/api/events`: the events of the accounts that a token may use, live and from a given position. */
import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import push from "@inlay/codehost/fixtures/events/new-push.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it } from "vitest"

import { eventHub, type EventHub } from "../../testing/events/hub.ts"
import { startHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let hub: EventHub
let hook: Awaited<ReturnType<EventHub["hook"]>>
beforeAll(async () => {
  hub = await eventHub({ directory: directory(), url: undefined })
  hook = await hub.hook("repos/acme/widgets")
})
afterAll(() => hub.close())

const deliver = (second: number) => hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })

const accept = "text/event-stream"

/** Reads a stream until it has this many events. */
const read = async (count: number, token: string, headers: Readonly<Record<string, string>>) => {
  const stop = new AbortController()
  const response = await fetch(`${hub.url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, accept, ...headers },
    signal: stop.signal
  })
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/)
  let text = ""
  if (response.body === null) throw new Error("the feed has no body")
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.split("\nevent: ").length > count && text.endsWith("\n\n")) break
  }
  stop.abort()
  return (
    text
      .split("\n\n")
      // Without the comments that keep the connection open.
      .filter((one) => one !== "" && !one.startsWith(":"))
      .map((one) => Object.fromEntries(one.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2))))
  )
}

it("streams what happens, and goes on after the last that was seen", async () => {
  const token = await hub.token()
  const live = read(2, token, { "last-event-id": "0" })
  await deliver(1)
  await deliver(2)
  const [first, second] = await live
  expect(first).toMatchObject({ id: "1", event: "codehost_new_star" })
  expect(JSON.parse(first?.["data"] ?? "")).toMatchObject({
    name: "codehost_new_star",
    timestamp: "2026-06-01T00:00:01Z",
    account: "codehost/env",
    cursor: "1",
    data: { actor: "ada" }
  })
  const rest = await read(1, token, { "last-event-id": "1" })
  expect(rest).toEqual([second])
  const page = await hub.call("GET", "/api/events?cursor=1", { token, headers: { accept: "application/json" } })
  expect(page.json).toMatchObject({ events: [{ timestamp: "2026-06-01T00:00:02Z" }], cursor: "2" })
})

it("says which subscriptions refuse an event by their filters", async () => {
  const token = await hub.token()
  const { subscription: refusing } = await hub.subscribe("codehost_new_issue", { filters: { label: ["none-has-it"] } })
  await hub.subscribe("codehost_new_issue")
  const before = (await hub.call("GET", "/api/events", { token, headers: { accept: "application/json" } })).json.cursor
  const live = read(1, token, { "last-event-id": before })
  await hook.deliver("issues", issue.body)
  const [event] = await live
  expect(JSON.parse(event?.["data"] ?? "")).toMatchObject({ name: "codehost_new_issue", refusedBy: [refusing.id] })
})

it("sends no event to a token that was revoked, and ends its stream", async () => {
  const { id, text: token } = (await hub.api("POST", "/api/tokens", { name: "reader" })).json
  const stream = await fetch(`${hub.url}/api/events`, { headers: { authorization: `Bearer ${token}`, accept } })
  expect((await hub.api("DELETE", `/api/tokens/${id}`)).status).toBe(204)
  await deliver(3)
  expect(await stream.text()).not.toContain("codehost_new_star")
})

it("sends no event to a session of the console that has ended, and ends its stream", async () => {
  const own = { origin: hub.url }
  const { headers } = await hub.call("POST", "/api/session", { headers: own, body: { link: await hub.link() } })
  const cookie = headers.get("set-cookie")?.split(";", 1)[0] ?? ""
  const stream = await fetch(`${hub.url}/api/events`, { headers: { cookie, accept } })
  expect((await hub.call("DELETE", "/api/session", { headers: { ...own, cookie } })).status).toBe(204)
  await deliver(7)
  expect(await stream.text()).not.toContain("codehost_new_star")
})

it("streams no event of a plugin of which the token may use no tool", async () => {
  const [token, other] = [await hub.token(), await hub.token({ tools: ["salesdata_people_search"] })]
  const newest = await hub.call("GET", "/api/events", { token, headers: { accept: "application/json" } })
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${other}`, accept }
  const { body } = await fetch(`${hub.url}/api/events`, { headers, signal: stop.signal })
  let text = ""
  const reading = (async () => {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })().catch(() => {})
  const live = read(2, token, { "last-event-id": newest.json.cursor })
  await deliver(5)
  await deliver(6)
  expect(await live).toHaveLength(2)
  stop.abort()
  await reading
  expect(text).not.toContain("codehost_new_star")
})

it("ends its streams when the server stops, which then takes no longer than without them", async () => {
  const other = await startHub(directory())
  const headers = { authorization: `Bearer ${await other.token()}`, accept }
  const streams = await Promise.all([1, 2].map(() => fetch(`${other.url}/api/events`, { headers })))
  const start = Date.now()
  await Promise.all([other.close(), ...streams.map((stream) => stream.text())])
  expect(Date.now() - start).toBeLessThan(5_000)
})

it("shows only events of the caller's accounts, and refuses an invalid cursor", async () => {
  const other = await hub.token({ accounts: ["codehost/other"] })
  const json = { accept: "application/json" }
  expect((await hub.call("GET", "/api/events?cursor=0", { token: other, headers: json })).json.events).toEqual([])
  expect((await hub.call("GET", "/api/events?cursor=x", { token: other, headers: json })).status).toBe(400)
  expect((await hub.call("GET", "/api/events?cursor=0", { headers: json })).status).toBe(401)
})

it.each([
  ["triger=codehost_new_star", 400, "trigger"],
  ["trigger=codehost_new_sttar", 404, "codehost_new_star"],
  ["account=codehost/envv", 404, "codehost/env"],
  ["account=env", 404, "codehost/env"]
])("refuses the filter %s, streamed or not, and says what it may be", async (filter, status, known) => {
  const token = await hub.token()
  for (const accepted of [accept, "application/json"]) {
    const answer = await hub.call("GET", `/api/events?${filter}`, { token, headers: { accept: accepted } })
    expect([answer.status, answer.json.error.message.includes(known)]).toEqual([status, true])
  }
})

it("gives only events of the trigger, the account and the place that its filters name", async () => {
  const token = await hub.token()
  await deliver(8)
  const countOf = async (filter: string) =>
    (await hub.call("GET", `/api/events?cursor=0&${filter}`, { token })).json.events.length
  const stars = await countOf("trigger=codehost_new_star&account=codehost/env&place=repos/acme/widgets")
  expect(stars).toBeGreaterThan(0)
  for (const other of ["trigger=codehost_new_fork", "place=repos/acme/gadgets"])
    expect([other, await countOf(other)]).toEqual([other, 0])
})

it("names no trigger and no account that the caller may not use", async () => {
  const token = await hub.token({ plugins: ["salesdata"] })
  for (const filter of ["trigger=codehost_new_star", "account=codehost/env"]) {
    const { status, json } = await hub.call("GET", `/api/events?${filter}`, { token })
    expect([filter, status, JSON.stringify(json.error.known)]).toEqual([
      filter,
      404,
      expect.not.stringContaining("codehost")
    ])
  }
})

it("answers with a page if no stream is asked for", async () => {
  const token = await hub.token()
  for (const headers of [{}, { accept: "*/*" }]) {
    const { status, json } = await hub.call("GET", "/api/events?cursor=0&trigger=codehost_new_star", { token, headers })
    expect([status, json.events.length > 0]).toEqual([200, true])
  }
})

it("goes on at the newest event for a reader that has seen a later one, before the database was restored", async () => {
  const token = await hub.token()
  const json = { accept: "application/json" }
  const newest = (await hub.call("GET", "/api/events", { token, headers: json })).json.cursor as string
  const page = await hub.call("GET", "/api/events?cursor=999", { token, headers: json })
  expect(page.json).toEqual({ events: [], cursor: newest })
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${token}`, accept, "last-event-id": "999" }
  const stream = await fetch(`${hub.url}/api/events`, { headers, signal: stop.signal })
  expect(stream.headers.get("inlay-cursor")).toBe(newest)
  stop.abort()
  const live = read(1, token, { "last-event-id": "999" })
  await deliver(4)
  // A browser's EventSource remembers the id, without an event.
  expect(await live).toMatchObject([{ id: newest }, { id: String(Number(newest) + 1), event: "codehost_new_star" }])
})

/** The token of a paired browser. */
const pairedToken = async (): Promise<string> => {
  const { code } = (await hub.api("POST", "/api/pairing-codes", { grant: { readOnly: false } })).json
  return (await hub.call("POST", "/api/pairings", { body: { code, browser: "Chromium on Linux" } })).json.token
}

const page = async (token: string, cursor = "") => {
  const { json, text } = await hub.call("GET", `/api/events?cursor=${cursor}`, {
    token,
    headers: { accept: "application/json" }
  })
  return { events: json.events as ReadonlyArray<unknown>, cursor: String(json.cursor), bytes: text.length }
}

const dataOf = ({ data = "" }: Readonly<Record<string, string>>) =>
  (JSON.parse(data) as { readonly data: { readonly paths?: ReadonlyArray<string>; readonly left_out?: unknown } }).data

it("gives a paired browser large events in pages and pieces that it can read, and everybody else all of each", async () => {
  const [token, browserToken] = [await hub.token(), await pairedToken()]
  const { cursor: latest } = await page(token)
  const [commit] = push.body.commits
  // Each is a push and a commit. The largest has 300 paths of 4 KB.
  for (const [n, length] of [1500, 1500, 4000, 10].entries()) {
    const modified = Array.from({ length: 300 }, (_, index) => `${index}`.padEnd(length, "x"))
    await hook.deliver("push", {
      ...push.body,
      after: String(n).repeat(40),
      commits: [{ ...commit, id: String(n).repeat(40), modified }]
    })
  }
  const counts: Array<number> = []
  for (let at = latest; ;) {
    const { events, cursor, bytes } = await page(browserToken, at)
    if (cursor === at) break
    expect(bytes).toBeLessThan(2_000_000)
    counts.push(events.length)
    at = cursor
  }
  expect(counts).toEqual([2, 2, 1, 3])
  // A paired browser ends a stream at an event of more than a million characters, and would begin again before it.
  const streamed = await read(8, browserToken, { "last-event-id": latest })
  for (const { data = "" } of streamed) expect(data.length).toBeLessThan(1_000_000)
  const isCut = expect.arrayContaining([expect.stringMatching(/^paths/)])
  const leftOut = streamed.map((event) => dataOf(event).left_out)
  expect(leftOut).toEqual([...Array(4).fill(undefined), isCut, isCut, undefined, undefined])

  // `inlay listen` filters by what it reads, and starts a command with it.
  const whole = (await read(8, token, { "last-event-id": latest })).map(dataOf)
  expect(whole.map(({ left_out }) => left_out)).toEqual(Array(8).fill(undefined))
  expect(whole[4]?.paths?.every((path) => path.length === 4000)).toBe(true)
})

it("gives a paired browser an event with a long actor, as another hub may send one", async () => {
  const token = await pairedToken()
  const { cursor: latest } = await page(token)
  await deliver(9)
  await expect.poll(async () => (await page(token, latest)).events).toHaveLength(1)
  const actor = "a".repeat(1_000_000)
  await hub.run(Effect.flatMap(SqlClient, (sql) => sql`UPDATE events SET actor = ${actor} WHERE id > ${latest}`))
  const [event] = await read(1, token, { "last-event-id": latest })
  expect(event?.["data"]?.length).toBeLessThan(10_000)
})
