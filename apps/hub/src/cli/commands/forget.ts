/** `inlay forget`: erases one person or company. Flags and help; the handler is `handlers/forget.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { Data } from "../parsing/globals.ts"
import { reporting } from "../report.ts"

export const forget = Command.make(
  "forget",
  {
    identifiers: Argument.String("identifier").pipe(
      (argument) => Argument.variadic(argument),
      Argument.withDescription(
        "An e-mail address, a profile's address, a domain or an ABN; several of one person or more"
      )
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withAlias("y"),
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Do not ask whether it is meant")
    )
  },
  ({ identifiers, yes }) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/forget.ts"))
        return yield* handler.forget({ identifiers, yes, data: Option.getOrUndefined(data) })
      }),
      { what: "Stopped.", remedy: { to: "read", text: "Run it again: what is erased already stays erased." } }
    )
).pipe(
  Command.withShortDescription("Erase a person or company"),
  Command.withDescription(
    "Erases kept answers about a person or company, or that name them, of all accounts, and their identifiers in the ledger. What was spent stays, without saying on whom; so an unknown charge blocks nobody any more. Asks first, on a terminal."
  ),
  Command.withExamples([
    { command: "inlay forget jane@acme.example https://profiles.example/in/jane-doe" },
    { command: "inlay forget acme.example --yes --json", description: "For programs" }
  ])
)
