/** `inlay charges`: lists and settles unknown charges. The handlers are in `handlers/charges.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

/** The same value as core-http's `MAX_CREDITS`. Importing it would load that module on every start. */
const MOST_CREDITS = 1_000_000

const settle = Command.make(
  "settle",
  {
    id: Argument.String("id").pipe(
      Argument.withDescription("The id that `inlay charges` lists; its beginning is enough")
    ),
    charged: Flags.number(
      "charged",
      "CREDITS",
      (credits) => credits >= 0 && credits <= MOST_CREDITS,
      "a number of credits from 0 to 1,000,000",
      "What the provider's credit log says it cost"
    ),
    notCharged: Flags.onOff("not-charged", "The provider's credit log does not list it")
  },
  (flags) => reporting(() => import("../handlers/charges.ts").then((handler) => handler.settle(flags)))
).pipe(
  Command.withShortDescription("Settle an unknown charge"),
  Command.withDescription(
    "Records what an unknown charge cost: a number of credits, or nothing. Its lookup can then be run again. Sends nothing."
  ),
  Command.withExamples([
    { command: "inlay charges settle 3f9c01aa --charged 2" },
    { command: "inlay charges settle 3f9c01aa --not-charged" }
  ])
)

export const charges = Command.make("charges", {}, () =>
  reporting(() => import("../handlers/charges.ts").then((handler) => handler.charges))
).pipe(
  Command.withShortDescription("List unknown charges"),
  Command.withDescription(
    "Lists paid lookups whose answer was lost. They may have been charged, count against the caps, and are not run again until you settle them. Sends nothing."
  ),
  Command.withSubcommands([settle]),
  Command.withExamples([{ command: "inlay charges" }, { command: "inlay charges --json" }])
)
