/**
 * One caller, or one session of the console, holds at most twenty streams, and closing one makes room for another.
 */
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { LISTEN } from "../../testing/mcp/listen-message.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let hub: RunningHub
beforeAll(async () => {
  hub = await startHub(directory())
})
afterAll(() => hub.close())

const streams: ReadonlyArray<readonly [string, string, RequestInit]> = [
  ["events", "/api/events", { headers: { accept: "text/event-stream" } }],
  [
    "changes of MCP lists",
    "/mcp",
    {
      method: "POST",
      body: LISTEN,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "subscriptions/listen"
      }
    }
  ]
]

it.each(streams)("of %s", async (_, path, init) => {
  const [token, other] = [await hub.token(), await hub.token()]
  const all: Array<AbortController> = []
  const open = async (by = token) => {
    const stop = new AbortController()
    all.push(stop)
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${by}` }
    const response = await fetch(hub.url + path, { ...init, headers, signal: stop.signal })
    return { status: response.status, response, stop }
  }
  const opened = await Promise.all(Array.from({ length: 30 }, () => open()))
  const tooMany = opened.filter(({ status }) => status === 429)
  expect(tooMany).toHaveLength(10)
  expect(await tooMany[0]?.response.text()).toMatch(/at most 20|has 20 streams/)
  const others = await open(other)
  expect(others.status).toBe(200)
  opened.find(({ status }) => status === 200)?.stop.abort()
  const held: Array<unknown> = [opened, others]
  const statusOfAnother = async () => {
    const another = await open()
    held.push(another)
    return another.status
  }
  await expect.poll(statusOfAnother, { timeout: 5_000, interval: 200 }).toBe(200)
  expect(await statusOfAnother()).toBe(429)
  // None is left behind, whichever way a request ended.
  const openTwenty = async () => {
    for (const stop of all.splice(0)) stop.abort()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const again = await Promise.all(Array.from({ length: 20 }, () => open()))
    held.push(again)
    return again.filter(({ status }) => status === 200).length
  }
  await expect.poll(openTwenty, { timeout: 10_000 }).toBe(20)
  for (const stop of all) stop.abort()
  expect(held.length).toBeGreaterThan(0)
})

it("of one session of the console, which are no matter to another session", async () => {
  const signIn = async () => {
    const { headers } = await hub.call("POST", "/api/session", {
      body: { link: await hub.link() },
      headers: { origin: hub.url }
    })
    return headers.get("set-cookie")?.split(";", 1)[0] ?? ""
  }
  const all: Array<Response> = []
  const stop = new AbortController()
  const open = async (cookie: string) => {
    const headers = { accept: "text/event-stream", cookie }
    const response = await fetch(`${hub.url}/api/events`, { headers, signal: stop.signal })
    all.push(response)
    return response.status
  }
  const [mine, others] = [await signIn(), await signIn()]
  for (let n = 0; n < 20; n++) expect(await open(mine)).toBe(200)
  expect([await open(mine), await open(others)]).toEqual([429, 200])
  stop.abort()
  expect(all).toHaveLength(22)
})
