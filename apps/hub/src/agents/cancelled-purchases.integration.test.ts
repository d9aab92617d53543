/** Paid calls whose client cancels them or goes away: they are finished, so that their answer is kept and paid once. */
import { spawn } from "node:child_process"
import { once } from "node:events"

import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../testing/hub-server.ts"
import { main, surroundings } from "../testing/processes/command.ts"
import { world } from "../testing/world.ts"

const { sandbox, env, reset, calls, control } = world()

const STEP = "salesdata_people_enrichment"
const person = () => sandbox().examples[STEP]?.match[0] as Record<string, unknown>
const KEPT = { match: true, fromCache: true, credits: { charged: 0 } }

/** Answers only after a second and a half, and charges at once. */
const slowly = () => control("POST", "/faults", { fault: "slow", times: 1 })
const arrival = () => vi.waitFor(async () => expect(await calls()).toHaveLength(1), { timeout: 10_000, interval: 20 })

beforeEach(async () => {
  await reset()
  await slowly()
})

describe("inlay mcp", () => {
  const open: Array<Client> = []
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())))
  const connect = async (variables: Record<string, string>) => {
    const client = new Client({ name: "test", version: "1" })
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: surroundings(variables) })
    )
    open.push(client)
    return client
  }

  it("finishes a paid call that is cancelled, and goes on meanwhile", async () => {
    const client = await connect(env())
    const cancelling = new AbortController()
    const cancelled = client.callTool({ name: STEP, arguments: person() }, { signal: cancelling.signal })
    await arrival()
    cancelling.abort()
    await expect(cancelled).rejects.toThrow()
    await client.listTools()
    const again = await client.callTool({ name: STEP, arguments: person() })
    expect(again.structuredContent).toMatchObject(KEPT)
    expect(await calls()).toHaveLength(1)
  })

  it("finishes a paid call after its input has ended", async () => {
    const variables = env()
    const child = spawn(process.execPath, [main, "mcp"], { env: surroundings(variables) })
    const ended = once(child, "exit")
    const tell = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
    const clientInfo = { name: "t", version: "1" }
    tell({ id: 0, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } })
    tell({ id: 1, method: "tools/call", params: { name: STEP, arguments: person() } })
    await arrival()
    child.stdin.end()
    expect(await ended).toEqual([0, null])
    const client = await connect(variables)
    expect((await client.callTool({ name: STEP, arguments: person() })).structuredContent).toMatchObject(KEPT)
    expect(await calls()).toHaveLength(1)
  })
})

describe("the hub", () => {
  let data: string
  let hub: RunningHub
  beforeEach(async () => {
    const { INLAY_DATA = "", ...variables } = env()
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    data = INLAY_DATA
    hub = await startHub(data)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await hub.close()
  })

  const call = async (path: string, body: object, signal?: AbortSignal) =>
    hub.call("POST", path, {
      token: await hub.token(),
      headers: { accept: "application/json, text/event-stream" },
      body,
      ...(signal && { signal })
    })
  const params = () => ({ name: STEP, arguments: person() })
  const overMcp = (signal?: AbortSignal) =>
    call("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params: params() }, signal)
  const overApi = (signal?: AbortSignal) => call(`/api/tools/${STEP}/runs`, { input: person() }, signal)

  const leave = async (calling: typeof overApi) => {
    const leaving = new AbortController()
    const left = calling(leaving.signal).catch((error: unknown) => error)
    await arrival()
    leaving.abort()
    expect(await left).toMatchObject({ name: "AbortError" })
  }

  it.each([
    ["MCP", overMcp],
    ["the API", overApi]
  ])("finishes a paid call over %s whose client disconnects", async (_, calling) => {
    await leave(calling)
    expect((await overApi()).json).toMatchObject({ output: KEPT })
    expect(await calls()).toHaveLength(1)
  })

  it.each([
    ["MCP", overMcp],
    ["the API", overApi]
  ])("finishes a paid call over %s before it stops", async (_, calling) => {
    await leave(calling)
    await hub.close()
    hub = await startHub(data)
    expect((await overApi()).json).toMatchObject({ output: KEPT })
    expect(await calls()).toHaveLength(1)
  })
})
