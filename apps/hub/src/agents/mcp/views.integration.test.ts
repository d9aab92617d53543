/** MCP Apps with the official clients: cards for clients that show views, and no extra bytes for others. */
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"

import { plugins } from "../../plugins.gen.ts"
import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { main, environment } from "../../testing/processes/command.ts"
import { world } from "../../testing/world.ts"

const { sandbox, env } = world()
const info = { name: "test", version: "1.0.0" }
const ENRICH = "salesdata_people_enrichment"
const MAX_VIEW_BYTES = 120_000
const VIEWS = { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } } }

let hub: RunningHub
let variables: Record<string, string>
const requestInit = { headers: { authorization: "" } }
const open: Array<{ readonly close: () => Promise<void> }> = []

beforeAll(async () => {
  variables = env({ INLAY_SALESDATA_CAP_DAY: "50" })
  const { INLAY_DATA: directory = "", ...accounts } = variables
  for (const [name, value] of Object.entries(accounts)) vi.stubEnv(name, value)
  hub = await startHub({ plugins, directory })
  requestInit.headers.authorization = `Bearer ${await hub.token()}`
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

const connectOld = async (capabilities: object) => {
  const client = new OldClient(info, { capabilities })
  await client.connect(new OldTransport(hub.url, { requestInit }))
  open.push(client)
  return client as unknown as NewClient
}

const connectNew = async (capabilities: object) => {
  const client = new NewClient(info, { versionNegotiation: { mode: "auto" }, capabilities })
  await client.connect(new NewTransport(hub.url, { requestInit }))
  open.push(client)
  return client
}

const connectStdio = async (capabilities: object) => {
  const client = new OldClient(info, { capabilities })
  const server = { command: process.execPath, args: [main, "mcp"], env: environment(variables) }
  await client.connect(new StdioClientTransport(server))
  open.push(client)
  return client as unknown as NewClient
}

describe.each([
  ["of 2025 over HTTP", connectOld],
  ["of 2026 over HTTP", connectNew],
  ["on standard input", connectStdio]
])("a client %s", (_, connect) => {
  it("that shows views is given one for each tool with a card, and the card with the result", async () => {
    const client = await connect(VIEWS)
    const { tools } = await client.listTools()
    const toolsWithView = tools.filter(({ _meta }) => _meta !== undefined)
    expect(toolsWithView.map(({ name }) => name)).toEqual(["salesdata_company_enrichment", ENRICH])
    const { resources } = await client.listResources()
    // Clients that are told of resources ask for templates, too: MCP Inspector shows a refusal as resources that failed.
    expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [] })
    const uri = resources[0]?.uri ?? ""
    expect(toolsWithView[0]?._meta).toEqual({ ui: { resourceUri: uri }, "ui/resourceUri": uri })

    const { contents } = await client.readResource({ uri })
    const [page] = contents as ReadonlyArray<{ readonly mimeType?: string; readonly text?: string }>
    expect(page?.mimeType).toBe("text/html;profile=mcp-app")
    expect(Buffer.byteLength(page?.text ?? "")).toBeLessThanOrEqual(MAX_VIEW_BYTES)
    // The page may load nothing, so everything is inlined.
    expect(page?.text).not.toMatch(/<script[^>]* src=|<link[^>]* href=|@import/)
    await expect(client.readResource({ uri: "ui://inlay/other.html" })).rejects.toThrow("The only resource is ui://")

    const input = sandbox().examples[ENRICH]?.match[0] as Record<string, unknown>
    const result = await client.callTool({ name: ENRICH, arguments: input })
    expect(result._meta?.["inlay/card"]).toMatchObject({
      title: expect.stringMatching(/\w/),
      sections: expect.any(Array)
    })
    expect(JSON.stringify(result.content)).not.toContain("inlay/card")
  })

  it("that does not is offered none", async () => {
    const client = await connect({})
    expect(client.getServerCapabilities()?.resources).toBeUndefined()
    const { tools } = await client.listTools()
    expect(tools.some((tool) => "_meta" in tool)).toBe(false)
    const input = sandbox().examples[ENRICH]?.match[0] as Record<string, unknown>
    expect((await client.callTool({ name: ENRICH, arguments: input }))._meta?.["inlay/card"]).toBeUndefined()
  })
})
