/** The plugin's subcommands. Handlers are loaded when a command is called. */
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

import * as Command from "../../../../commands/Command.ts"

const report = Command.make({
  name: "sketch-report",
  title: "Show a figure by day",
  description: "Runs a report and draws it.",
  examples: [{ command: "inlay sketch-report sessions --days 7" }],
  flags: {
    metric: Argument.Literals("metric", ["sessions", "users"]),
    days: Flag.Int("days").pipe(Flag.withDefault(28))
  },
  load: async () => (await import("./report.ts")).report
})

export const commands = [report]
