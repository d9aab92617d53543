/** How each MCP client is set up for this hub. Pure. */
const json = (value: unknown): string => JSON.stringify(value, null, 2)

const headers = { Authorization: "Bearer TOKEN" }

export const CLIENTS = {
  claude: "Claude Code",
  vscode: "VS Code",
  cursor: "Cursor",
  stdio: "stdio"
} as const

export const snippets: Readonly<Record<keyof typeof CLIENTS, (origin: string) => string>> = {
  claude: (origin) => `claude mcp add --transport http inlay ${origin}/mcp --header "Authorization: Bearer TOKEN"`,
  vscode: (origin) => json({ servers: { inlay: { type: "http", url: `${origin}/mcp`, headers } } }),
  cursor: (origin) => json({ mcpServers: { inlay: { url: `${origin}/mcp`, headers } } }),
  stdio: () => json({ mcpServers: { inlay: { command: "inlay", args: ["mcp"] } } })
}
