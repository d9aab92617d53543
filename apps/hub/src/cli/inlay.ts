/** The `inlay` command: its subcommands and the flags they share. What they do is loaded when one is called. */
import * as Command from "effect/cli/Command"

import { accounts } from "./accounts.ts"
import { charges } from "./charges.ts"
import { connect } from "./connect.ts"
import { disconnect } from "./disconnect.ts"
import { doctor } from "./doctor.ts"
import { forget } from "./forget.ts"
import { Data, Json } from "./globals.ts"
import { mcp } from "./mcp.ts"
import { run } from "./run.ts"
import { tools } from "./tools.ts"
import { triggers } from "./triggers.ts"

export const inlay = Command.make("inlay").pipe(
  Command.withDescription(
    "Tool steps of your connected accounts, from the command line and for agents, with a ledger that never pays twice."
  ),
  Command.withSubcommands([tools, run, triggers, mcp, accounts, connect, disconnect, charges, forget, doctor]),
  Command.withGlobalFlags([Json, Data]),
  Command.withExamples([
    { command: "inlay connect salesdata", description: "Begin here" },
    { command: "inlay tools", description: "What can be done" },
    { command: `inlay run <tool-id> --input '{"email":"jane@acme.example"}'`, description: "Do it" },
    { command: "inlay doctor", description: "What is missing" }
  ])
)
