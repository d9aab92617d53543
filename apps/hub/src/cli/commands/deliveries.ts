/** `inlay deliveries`: lists events for agents, and sends them again. The handlers are in `handlers/deliveries/`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

const MOST_LISTED = 1_000
const STATES = ["dead", "pending", "delivered", "skipped"] as const

const subscription = Flags.text("subscription", "ID", "Only those of this subscription")

const show = Command.make(
  "show",
  { id: Argument.String("id").pipe(Argument.withDescription("A delivery, as `inlay deliveries` lists it")) },
  ({ id }) => reporting(() => import("../handlers/deliveries/show.ts").then((handler) => handler.show(id)))
).pipe(
  Command.withShortDescription("Show a delivery with its attempts"),
  Command.withDescription(
    "Shows a delivery: every attempt with what the receiver answered, and the event. Sends nothing."
  ),
  Command.withExamples([{ command: "inlay deliveries show msg_x8Qp0fJ3nVtKz5cR2aLw7YbA" }])
)

const replay = Command.make(
  "replay",
  {
    ids: Argument.String("id").pipe(
      Argument.variadic({ min: 0 }),
      Argument.withDescription("Deliveries, as `inlay deliveries` lists them")
    ),
    dead: Flags.onOff("dead", "All that were given up, instead of single ids"),
    subscription
  },
  (flags) => reporting(() => import("../handlers/deliveries/replay.ts").then((handler) => handler.replay(flags)))
).pipe(
  Command.withShortDescription("Send deliveries again"),
  Command.withDescription(
    "Has the server send deliveries again, with the ids that they have, and those that wait for their next attempt at once. Without a running server, they are sent when one starts."
  ),
  Command.withExamples([
    { command: "inlay deliveries replay msg_x8Qp0fJ3nVtKz5cR2aLw7YbA" },
    { command: "inlay deliveries replay --dead", description: "Once the agents work again" }
  ])
)

export const deliveries = Command.make(
  "deliveries",
  {
    subscription,
    state: Flag.Literals("state", STATES).pipe(
      Flag.withMetavar("STATE"),
      Flags.optional,
      Flag.withDescription(
        "Only those that were given up (dead), are waiting (pending), were delivered, or were skipped (default: dead and pending)"
      )
    ),
    limit: Flags.number(
      "limit",
      "N",
      (count) => Number.isInteger(count) && count >= 1 && count <= MOST_LISTED,
      `a whole number from 1 to ${MOST_LISTED.toLocaleString("en-US")}`,
      "How many to list, newest first (default: 50)"
    )
  },
  (flags) =>
    reporting(() => import("../handlers/deliveries/list.ts").then((handler) => handler.list(flags, MOST_LISTED)))
).pipe(
  Command.withShortDescription("List deliveries, and send them again"),
  Command.withDescription(
    "Lists the events for agents that were given up, or are waiting for their next attempt. Sends nothing."
  ),
  Command.withSubcommands([show, replay]),
  Command.withExamples([
    { command: "inlay deliveries" },
    { command: "inlay deliveries --state dead --json" },
    { command: "inlay deliveries replay --dead" }
  ])
)
