/**
 * `inlay triggers`: shows triggers and reports the health of subscriptions. Flags and help; the handlers are in
 * `handlers/triggers`.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

const show = Command.make(
  "show",
  { trigger: Argument.String("trigger-id").pipe(Argument.withDescription("A trigger, as `inlay triggers` lists it")) },
  ({ trigger }) => reporting(() => import("../handlers/triggers/show.ts").then((handler) => handler.show(trigger)))
).pipe(
  Command.withShortDescription("Show a trigger in full"),
  Command.withDescription("Shows what a trigger watches, its filters, and how its events arrive."),
  Command.withExamples([{ command: "inlay triggers show codehost_new_issue" }])
)

const test = Command.make(
  "test",
  {
    trigger: Argument.String("trigger-id").pipe(
      Argument.withDescription("A trigger, as `inlay triggers` lists it, or a subscription's id")
    ),
    ...Flags.ofEvents
  },
  (flags) => reporting(() => import("../handlers/triggers/trial.ts").then((handler) => handler.test(flags)))
).pipe(
  Command.withShortDescription("Test a subscription before you create it"),
  Command.withDescription(
    "Shows which of the last 100 events of a target would start an agent, and which filter the others fail; the same for the trigger's example. Starts nothing."
  ),
  Command.withExamples([
    { command: "inlay triggers test codehost_new_issue --repo acme/widgets --filter label=bug" },
    { command: "inlay triggers test sub_0123456789abcdef0123", description: "A stored subscription" }
  ])
)

const orphans = Command.make(
  "orphans",
  {
    remove: Flags.onOff("remove", "Remove those that send to this hub's own address"),
    all: Flags.onOff("all", "With --remove: those at other addresses too, which may be another hub's"),
    url: Flags.text("url", "URL", "This hub's address, as services reach it (default: that of the running server)")
  },
  (flags) => reporting(() => import("../handlers/triggers/orphans.ts").then((handler) => handler.orphans(flags)))
).pipe(
  Command.withShortDescription("List orphaned hooks"),
  Command.withDescription(
    "Lists hooks at the services that this hub does not know: left behind by a hub that was moved, restored or ended. Removes them only with --remove."
  ),
  Command.withExamples([{ command: "inlay triggers orphans" }, { command: "inlay triggers orphans --remove" }])
)

export const triggers = Command.make(
  "triggers",
  { health: Flags.onOff("health", "How the hub's subscriptions are doing, and how to fix those with a problem") },
  ({ health }) =>
    health
      ? reporting(() => import("../handlers/triggers/health.ts").then((handler) => handler.health))
      : reporting(() => import("../handlers/triggers/list.ts").then((handler) => handler.triggers))
).pipe(
  Command.withShortDescription("List triggers, and how subscriptions are doing"),
  Command.withDescription(
    "Lists triggers: the events that can start an agent, how they arrive and which rights they need. With --health: how each subscription of the hub is doing."
  ),
  Command.withSubcommands([show, test, orphans]),
  Command.withExamples([{ command: "inlay triggers --json" }, { command: "inlay triggers --health" }])
)
