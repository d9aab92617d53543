import { useState } from "preact/hooks"

import { Copyable } from "../shared/Copyable.tsx"
import { Tabs } from "../shared/Tabs.tsx"
import { TextWithCode } from "../shared/TextWithCode.tsx"
import { agents as words } from "./words.ts"

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const headers = { Authorization: "Bearer TOKEN" }

const CLIENTS = {
  claude: "Claude Code",
  vscode: "VS Code",
  cursor: "Cursor",
  stdio: "stdio"
} as const

/** What to put into each client's settings. */
const snippets: Readonly<Record<keyof typeof CLIENTS, (origin: string) => string>> = {
  claude: (origin) => `claude mcp add --transport http inlay ${origin}/mcp --header "Authorization: Bearer TOKEN"`,
  vscode: (origin) => json({ servers: { inlay: { type: "http", url: `${origin}/mcp`, headers } } }),
  cursor: (origin) => json({ mcpServers: { inlay: { url: `${origin}/mcp`, headers } } }),
  stdio: () => json({ mcpServers: { inlay: { command: "inlay", args: ["mcp"] } } })
}

/** What to put into an agent's settings, a client each. */
export const ConnectAgent = () => {
  const [client, setClient] = useState<keyof typeof CLIENTS>("claude")
  return (
    <section class="panel" aria-labelledby="connect-agent">
      <h2 id="connect-agent">{words.connect}</h2>
      <p class="lead">
        <TextWithCode text={words.connectHelp} />
      </p>
      <Tabs label={words.client} tabs={CLIENTS} chosen={client} onChoose={setClient} />
      <Copyable text={snippets[client](location.origin)} label={words.snippet(CLIENTS[client])} />
    </section>
  )
}
