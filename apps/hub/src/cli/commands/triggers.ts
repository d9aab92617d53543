/**
 * `inlay triggers`: shows triggers and reports the health of subscriptions. Flags and help; the handlers are in
 * `handlers/triggers`.
 */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { Data, textOf } from "../parsing/globals.ts"
import { reporting } from "../report.ts"
import { eventFlags } from "./event-flags.ts"

const onOff = (flag: string, description: string) =>
  Flag.Boolean(flag).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

const show = Command.make(
  "show",
  { trigger: Argument.String("trigger-id").pipe(Argument.withDescription("A trigger, as `inlay triggers` lists it")) },
  ({ trigger }) =>
    reporting(
      Effect.flatMap(
        Effect.promise(() => import("../handlers/triggers/show.ts")),
        (handler) => handler.show(trigger)
      )
    )
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
    ...eventFlags
  },
  (flags) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/triggers/trial.ts"))
        return yield* handler.test({
          trigger: flags.trigger,
          repo: textOf(flags.repo),
          target: textOf(flags.target),
          filters: flags.filter,
          account: textOf(flags.account),
          data: Option.getOrUndefined(data)
        })
      })
    )
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
    remove: onOff("remove", "Remove those that send to this hub's own address"),
    all: onOff("all", "With --remove: those at other addresses too, which may be another hub's"),
    url: Flag.String("url").pipe(
      Flag.withMetavar("URL"),
      Flag.optional,
      Flag.withDescription("This hub's address, as services reach it (default: that of the running server)")
    )
  },
  ({ remove, all, url }) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        const handler = yield* Effect.promise(() => import("../handlers/triggers/orphans.ts"))
        return yield* handler.orphans({ remove, all, url: textOf(url), data: Option.getOrUndefined(data) })
      })
    )
).pipe(
  Command.withShortDescription("List orphaned hooks"),
  Command.withDescription(
    "Lists hooks at the services that this hub does not know: left behind by a hub that was moved, restored or ended. Removes them only with --remove."
  ),
  Command.withExamples([{ command: "inlay triggers orphans" }, { command: "inlay triggers orphans --remove" }])
)

export const triggers = Command.make(
  "triggers",
  { health: onOff("health", "How the hub's subscriptions are doing, and how to fix those with a problem") },
  ({ health }) =>
    reporting(
      Effect.gen(function* () {
        const data = yield* Data
        if (!health) return yield* (yield* Effect.promise(() => import("../handlers/triggers/list.ts"))).triggers
        const handler = yield* Effect.promise(() => import("../handlers/triggers/health.ts"))
        return yield* handler.health(Option.getOrUndefined(data))
      })
    )
).pipe(
  Command.withShortDescription("List triggers, and how subscriptions are doing"),
  Command.withDescription(
    "Lists triggers: the events that can start an agent, how they arrive and which rights they need. With --health: how each subscription of the hub is doing."
  ),
  Command.withSubcommands([show, test, orphans]),
  Command.withExamples([{ command: "inlay triggers --json" }, { command: "inlay triggers --health" }])
)
