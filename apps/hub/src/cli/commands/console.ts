/** `inlay console`: prints a link that signs a browser in. The handler is `handlers/console.ts`. */
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const console = Command.make(
  "console",
  {
    url: Flags.text("url", "URL", "The server's address; required with a database, which can have several servers")
  },
  ({ url }) =>
    reporting(
      () => import("../handlers/console.ts"),
      (handler) => handler.console(url)
    )
).pipe(
  Command.withShortDescription("Print a link that signs a browser in to the hub"),
  Command.withDescription(
    "Prints a link to the console of the `inlay serve` that runs on this data directory. The link works once, within 15 minutes."
  ),
  Command.withExamples([
    { command: "inlay console" },
    { command: "inlay console --url https://hub.example", description: "For servers on a PostgreSQL database" }
  ])
)
