/** `inlay tools`: finds tool steps. Flags and help; the handler is `handlers/tools.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { usingFiles } from "../own-files.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { reporting } from "../report.ts"

export const tools = Command.make(
  "tools",
  {
    plugin: pluginFlag,
    query: Argument.String("query").pipe(
      Argument.variadic,
      Argument.withDescription("Words to find in ids, titles, plugin names and descriptions")
    )
  },
  ({ plugin, query }) =>
    reporting(
      Effect.flatMap(
        Effect.promise(() => import("../handlers/tools.ts")),
        (handler) => handler.tools(query.join(" "))
      ).pipe(usingFiles(plugin))
    )
).pipe(
  Command.withShortDescription("Find tool steps"),
  Command.withDescription("Lists tool steps: what each does, what it costs and what it takes."),
  Command.withExamples([
    { command: "inlay tools", description: "All of them" },
    { command: "inlay tools enrichment", description: "Those that mention a word; an id is shown in full" },
    { command: "inlay tools --json", description: "With input and output schemas, for programs" }
  ])
)
