/** `inlay triggers`: what can start an agent. Flags and help; the work is in `handlers/triggers.ts`. */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"

import { reporting } from "../report.ts"

export const triggers = Command.make("triggers", {}, () =>
  reporting(
    Effect.flatMap(
      Effect.promise(() => import("../handlers/triggers.ts")),
      (handler) => handler.triggers
    )
  )
).pipe(
  Command.withShortDescription("List triggers"),
  Command.withDescription(
    "Lists triggers: the events that can start an agent, how they arrive and which rights they need."
  ),
  Command.withExamples([{ command: "inlay triggers --json" }])
)
