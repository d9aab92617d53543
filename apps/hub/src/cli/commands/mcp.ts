/** `inlay mcp`: serves the tool steps to an agent. Flags and help; the handler is `handlers/mcp.ts`. */
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { untilStopped } from "../report.ts"

export const syntax = {
  plugin: Flags.plugin,
  outputSchemas: Flags.onOff("output-schemas", "List output schemas too; uses the agent's context")
}

export const mcp = Command.make("mcp", syntax, ({ outputSchemas, plugin }) =>
  untilStopped(() => import("../handlers/mcp.ts").then((handler) => handler.mcp(outputSchemas)), plugin)
).pipe(
  Command.withShortDescription("Serve the tool steps to an agent"),
  Command.withDescription(
    "An MCP server on standard input and output: every tool step as a tool, until standard input ends. Logs go to standard error."
  ),
  Command.withExamples([
    {
      command: `{ "mcpServers": { "inlay": { "command": "inlay", "args": ["mcp"] } } }`,
      description: "In an agent's settings"
    },
    { command: "inlay mcp --plugin ./parcels.js", description: "With a plugin of your own" },
    { command: "inlay mcp --data ./inlay-data", description: "With a separate ledger and cache" }
  ])
)
