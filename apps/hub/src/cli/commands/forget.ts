/** `inlay forget`: erases one person or company. Flags and help; the handler is `handlers/forget.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const forget = Command.make(
  "forget",
  {
    identifiers: Argument.String("identifier").pipe(
      Argument.variadic({ min: 1 }),
      Argument.withDescription(
        "An e-mail address, a profile's address, a domain or an ABN; several are allowed, also of several people"
      )
    ),
    yes: Flags.yes
  },
  (flags) =>
    reporting(() => import("../handlers/forget.ts").then((handler) => handler.forget(flags)), {
      stop: { what: "Stopped.", remedy: { to: "read", text: "Run it again: what was already erased stays erased." } }
    })
).pipe(
  Command.withShortDescription("Erase a person or company"),
  Command.withDescription(
    "Erases all accounts' cached answers that are about a person or company or name them, and their identifiers in the ledger. What was spent stays, without saying for whom, so their unknown charges no longer block lookups. Waits for lookups under way, up to a minute, and erases what they saved. Asks first, on a terminal."
  ),
  Command.withExamples([
    { command: "inlay forget jane@acme.example https://profiles.example/in/jane-doe" },
    { command: "inlay forget acme.example --yes --json", description: "For programs" }
  ])
)
