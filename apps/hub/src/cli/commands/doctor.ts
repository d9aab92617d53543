/** `inlay doctor`: reports what needs fixing. Flags and help; the handler is `handlers/doctor.ts`. */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { usingFiles } from "../own-files.ts"
import { Data } from "../parsing/globals.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { reporting } from "../report.ts"

export const doctor = Command.make(
  "doctor",
  {
    plugin: pluginFlag,
    repair: Flag.Boolean("repair").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Set damaged data aside: a database file under a new name, rows in a separate table")
    )
  },
  ({ plugin, repair }) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/doctor.ts"))
        return yield* handler.doctor({ data: Option.getOrUndefined(data), repair })
      }).pipe(usingFiles(plugin)),
      undefined,
      true
    )
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
