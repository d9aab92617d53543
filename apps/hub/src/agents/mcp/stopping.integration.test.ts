/** Calls over MCP that are in progress when the hub is told to stop: their clients get the answers. */
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { world } from "../../testing/world.ts"

const { sandbox, env, reset, calls, control } = world()

const STEP = "salesdata_people_enrichment"
const request = () => ({ name: STEP, arguments: sandbox().examples[STEP]?.match[0] as Record<string, unknown> })

let hub: RunningHub
beforeEach(async () => {
  await reset()
  const { INLAY_DATA: directory = "", ...variables } = env()
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
