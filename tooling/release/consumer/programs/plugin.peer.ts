import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { z } from "zod"

const { PARCELS_BASE_URL, PARCELS_KEY } = process.env
const server = new McpServer({ name: "parcels", version: "1.0.0" })
server.registerTool(
  "parcels_track",
  {
    title: "Track",
    description: "Tells where a parcel is now. Free.",
    inputSchema: { number: z.string().min(4) },
    outputSchema: { place: z.string() },
    annotations: { readOnlyHint: true }
  },
  async ({ number }) => {
    const response = await fetch(`${PARCELS_BASE_URL}/parcels/${encodeURIComponent(number)}`, {
      headers: { authorization: `Bearer ${PARCELS_KEY}` }
    })
    if (!response.ok)
      return { isError: true, content: [{ type: "text", text: `The service answered ${response.status}.` }] }
    const output = (await response.json()) as { place: string }
    return { content: [{ type: "text", text: JSON.stringify(output) }], structuredContent: output }
  }
)
await server.connect(new StdioServerTransport())
