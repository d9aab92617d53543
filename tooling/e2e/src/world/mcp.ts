/** The official MCP client, connected to `inlay mcp` as an agent would start it, or to a hub over HTTP. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

import { programEnv } from "../product/command.ts"
import { program } from "../product/program.ts"

/** @param capabilities the capabilities that the client declares */
export const connectMcp = async (
  env: Readonly<Record<string, string>>,
  dataDir: string,
  capabilities: object = {}
): Promise<Client> => {
  const client = new Client({ name: "inlay-tour", version: "1.0.0" }, { capabilities })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program(), "mcp", "--data", dataDir],
      env: programEnv(env),
      stderr: "pipe"
    })
  )
  return client
}

/** @param token a hub token */
export const connectMcpAt = async (hub: string, token: string): Promise<Client> => {
  const client = new Client({ name: "inlay-e2e", version: "1.0.0" })
  const headers = { authorization: `Bearer ${token}` }
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", hub), { requestInit: { headers } }))
  return client
}
