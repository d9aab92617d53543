/** `inlay accounts`: what is connected. Flags and help; the work is in `handlers/accounts.ts`. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { reporting } from "./report.ts"

export const accounts = Command.make("accounts", {}, () =>
  reporting(
    Effect.flatMap(
      Effect.promise(() => import("./handlers/accounts.ts")),
      (handler) => handler.accounts
    )
  )
).pipe(
  Command.withShortDescription("List connected accounts"),
  Command.withDescription(
    "Lists the connected accounts with their settings; secrets are never shown. Sends nothing: `inlay doctor` asks the providers."
  ),
  Command.withExamples([{ command: "inlay accounts" }, { command: "inlay accounts --json" }])
)
