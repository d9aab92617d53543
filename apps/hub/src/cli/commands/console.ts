/** `inlay console`: prints a link that signs a browser in. The handler is `handlers/console.ts`. */
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const console = Command.make(
  "console",
  {
    url: Flags.text("url", "URL", "The server's address; required with a database, which can have several servers"),
    signOut: Flags.onOff("sign-out", "Instead of printing a link, sign every browser out, as after one was stolen")
  },
  ({ url, signOut }) =>
    reporting(() =>
      import("../handlers/console.ts").then((handler) => (signOut ? handler.signOut(url) : handler.console(url)))
    )
).pipe(
  Command.withShortDescription("Print a link that signs a browser in to the hub"),
  Command.withDescription(
    "Prints a link to the console of the `inlay serve` that runs on this data directory. The link works once, within 15 minutes. With --sign-out, it signs every browser out and voids the links that were not used yet; tokens, agents and paired browsers stay."
  ),
  Command.withExamples([
    { command: "inlay console" },
    { command: "inlay console --sign-out", description: "Signs every browser out" },
    { command: "inlay console --url https://hub.example", description: "For servers on a PostgreSQL database" }
  ])
)
