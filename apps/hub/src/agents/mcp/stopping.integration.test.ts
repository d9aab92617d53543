/** Calls over MCP that are in progress when the hub is told to stop: their clients get the answers. */
import { once } from "node:events"
import { request as requestTo, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"

import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import * as Duration from "effect/Duration"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { LISTEN } from "../../testing/mcp/listen-message.ts"
import { world } from "../../testing/world.ts"

const { sandbox, env, reset, calls, control } = world()

const STEP = "salesdata_people_enrichment"
const request = () => ({ name: STEP, arguments: sandbox().examples[STEP]?.match[0] as Record<string, unknown> })

let directory: string
let hub: RunningHub
beforeEach(async () => {
  await reset()
  const { INLAY_DATA, ...variables } = env()
  directory = INLAY_DATA ?? ""
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  hub = await startHub(directory)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

const info = { name: "test", version: "1" }
const connection = async () => {
  const headers = { authorization: `Bearer ${await hub.token()}` }
  return [new URL(`${hub.url}/mcp`), { requestInit: { headers } }] as const
}
const connectOld = async () => {
  const client = new OldClient(info)
  await client.connect(new OldTransport(...(await connection())))
  return client
}
const connectNew = async () => {
  const client = new NewClient(info, { versionNegotiation: { mode: "auto" } })
  await client.connect(new NewTransport(...(await connection())))
  return client
}

it.each([
  ["of 2025", connectOld],
  ["of 2026", connectNew]
] as const)("answers the call of a client %s", async (_, connect) => {
  const client = await connect()
  // Answers only after a second and a half.
  await control("POST", "/faults", { fault: "slow", times: 1 })
  const answer = client.callTool(request())
  await vi.waitFor(async () => expect(await calls()).toHaveLength(1), { timeout: 10_000, interval: 20 })
  const [{ structuredContent }] = await Promise.all([answer, hub.stop()])
  expect(structuredContent).toMatchObject({ match: true, fromCache: false })
})

it.each([
  ["of 2025", connectOld],
  ["of 2026", connectNew]
] as const)(
  "tells a client %s of a call that it waits for no longer that it may have been charged",
  async (_, connect) => {
    await hub.close()
    hub = await startHub(directory, { grace: Duration.millis(300) })
    const client = await connect()
    await control("POST", "/faults", { fault: "slow", times: 1 })
    const answer = client.callTool(request())
    await vi.waitFor(async () => expect(await calls()).toHaveLength(1), { timeout: 10_000, interval: 20 })
    const [result] = await Promise.all([answer, hub.stop()])
    expect(result).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^Unavailable: The hub stopped before this was done\. .*may have been charged/) }
      ]
    })
  }
)

it("stops at once if every call was answered, however long it would wait", async () => {
  await hub.close()
  hub = await startHub(directory, { grace: Duration.hours(1) })
  const client = await connectNew()
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  await hub.stop()
})

it.each([
  ["a call", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), 200, /"tools":\[/],
  ["a subscription", LISTEN, 503, /"The hub is stopping. Nothing was done."/]
] as const)("answers %s whose body arrives once the hub stops", async (_, body, status, words) => {
  const asking = requestTo(`${hub.url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await hub.token()}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(body === LISTEN && { "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" }),
      "content-length": body.length
    }
  })
  asking.write(body.slice(0, 9))
  // Until the hub reads it.
  await setTimeout(300)
  const stopped = hub.stop()
  await setTimeout(300)
  asking.end(body.slice(9))
  const [response] = (await once(asking, "response")) as [IncomingMessage]
  expect([response.statusCode, await text(response)]).toEqual([status, expect.stringMatching(words)])
  await stopped
})
