/** The `inlay` command: its subcommands and their shared flags. Handlers are loaded when they are called. */
import * as Command from "effect/cli/Command"

import { commands } from "../../commands.gen.ts"
import { accounts } from "../commands/accounts.ts"
import { charges } from "../commands/charges.ts"
import { connect } from "../commands/connect.ts"
import { console } from "../commands/console.ts"
import { deliveries } from "../commands/deliveries.ts"
import { disconnect } from "../commands/disconnect.ts"
import { doctor } from "../commands/doctor.ts"
import { forget } from "../commands/forget.ts"
import { listen } from "../commands/listen.ts"
import { mcp } from "../commands/mcp.ts"
import { migrate } from "../commands/migrate.ts"
import { openapi } from "../commands/openapi.ts"
import { mounted } from "../commands/plugin-command.ts"
import { run } from "../commands/run.ts"
import { serve } from "../commands/serve.ts"
import { tokens } from "../commands/tokens.ts"
import { tools } from "../commands/tools.ts"
import { triggers } from "../commands/triggers.ts"
import { Settings } from "../settings.ts"
import { globalFlags, settingsOfFlags } from "./globals.ts"

export const inlay = Command.make("inlay").pipe(
  Command.withDescription(
    "Tool steps of your connected accounts, from the command line and for agents, with a ledger that never pays twice."
  ),
  Command.withSubcommands([
    tools,
    run,
    triggers,
    deliveries,
    listen,
    mcp,
    serve,
    console,
    tokens,
    accounts,
    connect,
    disconnect,
    charges,
    forget,
    doctor,
    migrate,
    openapi,
    ...commands.map((command) => mounted(command))
  ]),
  Command.provideEffect(Settings, settingsOfFlags),
  Command.withGlobalFlags(globalFlags),
  Command.withExamples([
    { command: "inlay connect salesdata", description: "Start here" },
    { command: "inlay tools", description: "See what you can do" },
    { command: "inlay run <tool-id> email=jane@acme.example", description: "Run one" },
    { command: "inlay doctor", description: "See what is missing" }
  ])
)
