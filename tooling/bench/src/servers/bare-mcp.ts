/**
 * An MCP server on the official package alone, with one tool that answers at once. Shows the cost of the protocol
 * itself.
 */
import { createServer } from "node:http"

import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, Server } from "@modelcontextprotocol/server"

import { record } from "../record.ts"
import { listening } from "./start.ts"

const content = [{ type: "text" as const, text: JSON.stringify(record) }]

const handle = toNodeHandler(
  createMcpHandler(() => {
    const mcp = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } })
    mcp.setRequestHandler("tools/call", () => ({ content }))
    return mcp
  })
)

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  void handle(Object.assign(request, { method: request.method ?? "", url: request.url ?? "" }), response)
})
listening(server)
