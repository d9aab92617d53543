/** Paid calls whose client cancels them or goes away: they are finished, so that their answer is kept and paid once. */
import { spawn } from "node:child_process"
import { once } from "node:events"

import { serve } from "@inlay/agent-plugin/mcp"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

import { plugins } from "../plugins.gen.ts"
import * as Runners from "../runner.ts"
import { startHub, type RunningHub } from "../testing/hub-server.ts"
import { main, environment } from "../testing/processes/command.ts"
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
      new StdioClientTransport({ command: process.execPath, args: [main, "mcp"], env: environment(variables) })
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
    const child = spawn(process.execPath, [main, "mcp"], { env: environment(variables) })
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

  it("waits a bounded time for a paid call after its input has ended, whose charge is then unknown", async () => {
    const { INLAY_DATA = "", ...variables } = env()
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    await reset()
    await control("POST", "/faults", { fault: "held", times: 1 })
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } }
    const messages = [
      { jsonrpc: "2.0", id: 0, method: "initialize", params },
      { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: STEP, arguments: person() } }
    ].map((message) => new TextEncoder().encode(`${JSON.stringify(message)}\n`))
    const stdin = Stream.concat(Stream.fromIterable(messages), Stream.fromEffectDrain(Effect.promise(arrival)))
    const runners = Layer.fresh(Runners.layer(plugins, INLAY_DATA))
    const ledgers = (nowMillis: number) => LedgerBook.use(({ unknowns }) => unknowns(nowMillis))
    const start = performance.now()
    const unknown = await serve({
      plugins,
      version: "1",
      outputSchemas: false,
      caller: Runners.localCaller("mcp"),
      grace: "300 millis"
    }).pipe(
      Effect.andThen(ledgers(Date.now())),
      Effect.provide([runners, Stdio.layerTest({ stdin })]),
      Effect.runPromise
    )
    vi.unstubAllEnvs()
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(unknown).toHaveLength(1)
    await control("POST", "/release")
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

  it.each([
    ["over MCP whose client has disconnected", overMcp, true],
    ["over MCP whose client waits", overMcp, false],
    ["over the API whose client has disconnected", overApi, true],
    ["over the API whose client waits", overApi, false]
  ])("waits a bounded time for a paid call %s, whose charge is then unknown", async (_, calling, isLeft) => {
    await hub.close()
    hub = await startHub(data, { grace: Duration.millis(500) })
    await reset()
    await control("POST", "/faults", { fault: "held", times: 1 })
    if (isLeft) await leave(calling)
    const waiting = isLeft ? undefined : calling().catch(() => undefined)
    await arrival()
    const start = performance.now()
    await hub.close()
    expect(performance.now() - start).toBeLessThan(5_000)
    await control("POST", "/release")
    const answer = await waiting
    if (!isLeft && calling === overApi) {
      expect(answer).toMatchObject({ status: 503, json: { error: { reason: "Unavailable", charged: "unknown" } } })
    }
    hub = await startHub(data)
    expect((await overApi()).json).toMatchObject({ error: { reason: "Refused", guard: "unknownCharge" } })
    expect(await calls()).toHaveLength(1)
  })
})
