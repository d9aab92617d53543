/** `inlay tools`: finds tool steps. Flags and help; the handler is `handlers/tools.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const tools = Command.make(
  "tools",
  {
    plugin: Flags.plugin,
    query: Argument.String("query").pipe(
      Argument.variadic,
      Argument.withDescription("Words to find in ids, titles, plugin names and descriptions")
    )
  },
  ({ plugin, query }) =>
    reporting(() => import("../handlers/tools.ts").then((handler) => handler.tools(query.join(" "))), { files: plugin })
).pipe(
  Command.withShortDescription("Find tool steps"),
  Command.withDescription("Lists tool steps: what each does, what it costs and what it takes."),
  Command.withExamples([
    { command: "inlay tools", description: "All of them" },
    { command: "inlay tools enrichment", description: "Those that mention a word; an id is shown in full" },
    { command: "inlay tools --json", description: "With input and output schemas, for programs" }
  ])
)
