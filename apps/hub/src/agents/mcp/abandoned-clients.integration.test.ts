/**
 * Calls, and clients that disappear without ending their session, leave nothing behind. Subscriptions receive changes
 * while they are open.
 */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { LISTEN } from "../../testing/mcp/listen-message.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { save } from "../../testing/vault-world.ts"

/** The number of clients and of calls. `pnpm test:full` uses 100,000. */
const CLIENTS = Number(process.env["INLAY_CLIENTS"] ?? 600)
/** Calls that fill caches and compile code before the measurement. */
const WARM_UP = 200
const AT_ONCE = 20
/** How much the heap may differ between two measurements. A single session took 10 KB. */
const NOISE_BYTES = 4_000_000

const directory = temporaryDirectories()
let data: string
let hub: RunningHub
beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  data = directory()
  hub = await startHub({ plugins: [slowPlugin], directory: data })
  headers.authorization = `Bearer ${await hub.token()}`
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

const headers = {
  authorization: "",
  "content-type": "application/json",
  accept: "application/json, text/event-stream"
}

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }
})

const listenHeaders = () => ({ ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" })

const begin = async () => {
  const response = await fetch(hub.url, { method: "POST", headers, body: initialize })
  await response.text()
  return response.status
}

/** Opens a subscription and disconnects without ending it. */
const subscribe = async () => {
  const controller = new AbortController()
  const { status } = await fetch(hub.url, {
    method: "POST",
    headers: listenHeaders(),
    body: LISTEN,
    signal: controller.signal
  })
  controller.abort()
  return status
}

const count = (rows: number) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "slow_count", arguments: { rows } } })

const callAtOnce = async (calls: number) => {
  for (let n = 0; n < calls; n += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        return (await fetch(hub.url, { method: "POST", headers, body: count(index) })).text()
      })
    )
    expect(answers.every((answer, index) => answer.includes(`{\\"rows\\":${index}}`))).toBe(true)
  }
}

const heapBytes = async () => {
  setFlagsFromString("--expose-gc")
  const collect: () => void = runInNewContext("gc")
  for (let n = 0; n < 5; n++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    collect()
  }
  return process.memoryUsage().heapUsed
}

const abandon = async (clients: number) => {
  for (let n = 0; n < clients; n += AT_ONCE) {
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => (index === 0 ? subscribe() : begin()))
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
}

it("keeps nothing of clients that never said goodbye", { timeout: 900_000 }, async () => {
  await abandon(WARM_UP)
  const before = await heapBytes()
  await abandon(CLIENTS)
  expect((await heapBytes()) - before).toBeLessThan(NOISE_BYTES)
})

it("keeps nothing of calls", { timeout: 900_000 }, async () => {
  await callAtOnce(WARM_UP)
  const before = await heapBytes()
  await callAtOnce(CLIENTS)
  expect((await heapBytes()) - before).toBeLessThan(NOISE_BYTES)
})

it("notifies an open subscription of a new account", async () => {
  const controller = new AbortController()
  const response = await fetch(hub.url, {
    method: "POST",
    headers: listenHeaders(),
    body: LISTEN,
    signal: controller.signal
  })
  expect(response.headers.get("content-type")).toContain("text/event-stream")
  const decoder = new TextDecoder()
  let text = ""
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      if (text.includes("notifications/tools/list_changed")) return
    }
  })()
  await vi.waitFor(() => expect(text).toContain("acknowledged"))
  await save(data, { plugin: "slow", name: "second", kind: "key", settings: { word: "other" }, secrets: {} })
  await reading
  expect(text).toContain("notifications/tools/list_changed")
  controller.abort()
})
