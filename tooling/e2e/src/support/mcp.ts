/** The official MCP client, connected to `inlay mcp` as an agent would start it. */
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"

import { programEnv } from "./command.ts"
import { program } from "./program.ts"

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
