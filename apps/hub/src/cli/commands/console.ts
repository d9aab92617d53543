/** `inlay console`: prints a link that signs a browser in. The handler is `handlers/console.ts`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { Data, textOf } from "../parsing/globals.ts"
import { reporting } from "../report.ts"

export const console = Command.make(
  "console",
  {
    url: Flag.String("url").pipe(
      Flag.withMetavar("URL"),
      Flag.optional,
      Flag.withDescription("The server's address; required with a database, which can have several servers")
    )
  },
  ({ url }) =>
    reporting(
      Effect.gen(function* () {
        const data = Option.getOrUndefined(yield* Data)
        const handler = yield* Effect.promise(() => import("../handlers/console.ts"))
        return yield* handler.console({ data, url: textOf(url) })
      })
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
