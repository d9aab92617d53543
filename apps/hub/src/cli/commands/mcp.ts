/** `inlay mcp`: serves the tool steps to an agent. Flags and help; the handler is `handlers/mcp.ts`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { onNamedDatabase } from "../database.ts"
import { checkVariables } from "../input/variables.ts"
import { usingFiles } from "../own-files.ts"
import { Data, Json } from "../parsing/globals.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { failing } from "../report.ts"

export const mcp = Command.make(
  "mcp",
  {
    plugin: pluginFlag,
    outputSchemas: Flag.Boolean("output-schemas").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("List output schemas too; uses the agent's context")
    )
  },
  ({ outputSchemas, plugin }) =>
    Effect.gen(function* () {
      const data = yield* Data
      const json = yield* Json
      const handler = yield* Effect.promise(() => import("../handlers/mcp.ts"))
      yield* checkVariables(process.env).pipe(
        Effect.andThen(onNamedDatabase(handler.mcp({ outputSchemas, data: Option.getOrUndefined(data) }))),
        usingFiles(plugin),
        Effect.catch((error) => failing(error, json))
      )
    })
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
