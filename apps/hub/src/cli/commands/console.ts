/** `inlay console`: a link that signs a browser in. The work is in `handlers/console.ts`. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { Data } from "../globals.ts"
import { reporting } from "../report.ts"

export const console = Command.make("console", {}, () =>
  reporting(
    Effect.gen(function* () {
      const data = yield* Data
      const handler = yield* Effect.promise(() => import("../handlers/console.ts"))
      return yield* handler.console(Option.getOrUndefined(data))
    })
  )
).pipe(
  Command.withShortDescription("A link that signs a browser in to the hub"),
  Command.withDescription(
    "Gives a link to the console of the `inlay serve` that runs on this data directory. It serves once, within 15 minutes."
  ),
  Command.withExamples([{ command: "inlay console" }])
)
