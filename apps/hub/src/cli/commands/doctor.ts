/** `inlay doctor`: reports what needs fixing. Flags and help; the handler is `handlers/doctor.ts`. */
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

export const doctor = Command.make(
  "doctor",
  {
    plugin: Flags.plugin,
    repair: Flags.onOff("repair", "Set damaged data aside: a database file under a new name, rows in a separate table")
  },
  ({ plugin, repair }) =>
    reporting(() => import("../handlers/doctor.ts").then((handler) => handler.doctor(repair)), {
      files: plugin,
      checksVariables: true
    })
).pipe(
  Command.withShortDescription("Check everything and say what to fix"),
  Command.withDescription(
    "Checks the data directory and every account: reachable, key valid, limits, credits spent today, lookups with unknown charges. Costs nothing. Exits 1 if something needs fixing."
  ),
  Command.withExamples([
    { command: "inlay doctor" },
    { command: "inlay doctor --json" },
    { command: "inlay doctor --repair", description: "After a disk failure" }
  ])
)
