/** The official clients of both generations over HTTP: what they list, call, receive and ask their users. */
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as Deferred from "effect/Deferred"
import * as Exit from "effect/Exit"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"

import { plugins } from "../../plugins.gen.ts"
import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { runs, slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { world } from "../../testing/world.ts"

const { sandbox, env, reset, calls } = world()

let hub: RunningHub
const open: Array<{ readonly close: () => Promise<void> }> = []

beforeAll(async () => {
  const { INLAY_DATA: directory = "", ...variables } = env({ INLAY_SLOW_WORD: "any", INLAY_SALESDATA_CAP_DAY: "50" })
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  hub = await startHub({ plugins: [...plugins, slowPlugin], directory })
  requestInit.headers.authorization = `Bearer ${await hub.token()}`
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

const info = { name: "test", version: "1.0.0" }
const requestInit = { headers: { authorization: "" } }

const connectOld = async (url = hub.url) => {
  const client = new OldClient(info)
  await client.connect(new OldTransport(url, { requestInit }))
  open.push(client)
  return client
}

type Reply = { readonly action: "accept" | "decline"; readonly content?: Record<string, string> }

/** @param reply answers for the user, if the client can ask; called with each question */
const connectNew = async (reply?: (message: string) => Reply) => {
  const client = new NewClient(info, {
    versionNegotiation: { mode: "auto" },
    ...(reply !== undefined && { capabilities: { elicitation: { form: {} } } })
  })
  if (reply !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => Promise.resolve(reply(params.message)))
  }
  await client.connect(new NewTransport(hub.url, { requestInit }))
  open.push(client)
  return client
}

const person = () => sandbox().examples["salesdata_people_enrichment"]?.match[0] as Record<string, unknown>

const both = [
  ["of 2025", () => connectOld()],
  ["of 2026", () => connectNew()]
] as const

describe.each(both)("a client %s", (_, connect) => {
  it("lists the tools of what is connected, in one order, and calls one", async () => {
    const client = await connect()
    const [first, second] = [await client.listTools(), await (await connect()).listTools()]
    expect(first.tools.map(({ name }) => name)).toEqual([
      "salesdata_api_call",
      "salesdata_company_enrichment",
      "salesdata_people_enrichment",
      "salesdata_people_search",
      "slow_count",
      "slow_wait"
    ])
    expect(second.tools).toEqual(first.tools)
    const result = await client.callTool({ name: "slow_count", arguments: { rows: 2, account: "env" } })
    expect(result.structuredContent).toEqual({ rows: 2 })
    expect(client.getInstructions()).toMatch(/connected accounts/)
  })

  it("is notified of each step of a long call", async () => {
    const client = await connect()
    const steps: Array<unknown> = []
    const onprogress = (step: unknown) => void steps.push(step)
    const request = { name: "slow_count", arguments: { rows: 3 } }
    const result =
      client instanceof OldClient
        ? await client.callTool(request, undefined, { onprogress })
        : await client.callTool(request, { onprogress })
    expect(result.structuredContent).toEqual({ rows: 3 })
    expect(steps).toMatchObject([
      { progress: 1, total: 3, message: "row 1" },
      { progress: 2, total: 3, message: "row 2" },
      { progress: 3, total: 3, message: "row 3" }
    ])
  })

  it("stops a call by going away", async () => {
    const client = await connect()
    const before = runs.interrupted
    const controller = new AbortController()
    const options = { signal: controller.signal, onprogress: () => controller.abort() }
    const request = { name: "slow_wait", arguments: { rows: 1 } }
    const result =
      client instanceof OldClient ? client.callTool(request, undefined, options) : client.callTool(request, options)
    await expect(result).rejects.toThrow()
    await client.close()
    await vi.waitFor(() => expect(runs.interrupted).toBe(before + 1))
  })

  it("stops a call by cancelling it, and none of another client with the same token", async () => {
    const client = await connect()
    const other = await connect()
    const before = runs.interrupted
    const request = { name: "slow_wait", arguments: { rows: 1 } }
    const controller = new AbortController()
    const waiting = async (
      one: typeof client,
      options: { readonly onprogress: () => void; readonly signal?: AbortSignal }
    ) => (one instanceof OldClient ? one.callTool(request, undefined, options) : one.callTool(request, options))
    const begun = (one: typeof client, signal?: AbortSignal) =>
      new Promise<{ readonly result: Promise<unknown> }>((resolve) => {
        const result = waiting(one, { onprogress: () => resolve({ result }), ...(signal && { signal }) })
        result.catch(() => {})
      })
    const cancelled = await begun(client, controller.signal)
    const kept = await begun(other)
    controller.abort()
    await expect(cancelled.result).rejects.toThrow()
    await vi.waitFor(() => expect(runs.interrupted).toBe(before + 1))
    Deferred.doneUnsafe(runs.gate, Exit.void)
    runs.gate = Deferred.makeUnsafe<void>()
    expect(await kept.result).toMatchObject({ structuredContent: { rows: 1 } })
    expect(runs.interrupted).toBe(before + 1)
  })

  it("learns the near names of a tool that is not there", async () => {
    const client = await connect()
    await expect(client.callTool({ name: "salesdata_people_serch" })).rejects.toThrow(
      /NotFound: .*salesdata_people_search/
    )
  })
})

it("nobody else's token cancels a call, even by its session and number", async () => {
  const client = await connectOld()
  const before = runs.interrupted
  let call: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve) => {
    call = client.callTool({ name: "slow_wait", arguments: { rows: 1 } }, undefined, { onprogress: () => resolve() })
  })
  const headers = {
    authorization: `Bearer ${await hub.token()}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-session-id": client.transport?.sessionId ?? ""
  }
  for (const requestId of [0, 1, 2]) {
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } })
    expect((await fetch(hub.url, { method: "POST", headers, body })).status).toBe(202)
  }
  Deferred.doneUnsafe(runs.gate, Exit.void)
  runs.gate = Deferred.makeUnsafe<void>()
  expect(await call).toMatchObject({ structuredContent: { rows: 1 } })
  expect(runs.interrupted).toBe(before)
})

it("is served at its address with a slash at the end, too", async () => {
  const client = await connectOld(new URL("/mcp/", hub.url))
  await client.ping()
})

describe("a call that costs", () => {
  it("is asked about with price, account and what is left; a user who declines has spent nothing", async () => {
    await reset()
    const questions: Array<string> = []
    const client = await connectNew((message) => {
      questions.push(message)
      return { action: "decline" }
    })
    const result = await client.callTool({ name: "salesdata_people_enrichment", arguments: person() })
    expect(questions).toEqual([
      `Run People Enrichment with profilenet_url “${String(person()["profilenet_url"])}”? It costs up to 2 credits of salesdata/env. 50 of 50 credits a day are left.`
    ])
    expect(result.isError).toBe(true)
    expect(JSON.stringify(result.content)).toMatch(
      /Refused: The question whether to run People Enrichment was declined/
    )
    expect(await calls()).toEqual([])
  })

  it("runs once the user agrees, and does not ask if its answer is cached", async () => {
    let questions = 0
    const client = await connectNew(() => {
      questions++
      return { action: "accept", content: {} }
    })
    const first = await client.callTool({ name: "salesdata_people_enrichment", arguments: person() })
    expect(first.structuredContent).toMatchObject({ match: true, credits: { charged: 2 } })
    const second = await client.callTool({ name: "salesdata_people_enrichment", arguments: person() })
    expect(second.structuredContent).toMatchObject({ fromCache: true })
    expect(questions).toBe(1)
  })

  it("runs as before for a client that cannot ask", async () => {
    const client = await connectNew()
    const input = sandbox().examples["salesdata_company_enrichment"]?.match[0] as Record<string, unknown>
    const result = await client.callTool({ name: "salesdata_company_enrichment", arguments: input })
    expect(result.structuredContent).toMatchObject({ match: true })
  })
})
