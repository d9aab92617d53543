/** `inlay listen`: shows a trigger's events as they arrive. Flags and help; the handler is `handlers/listen.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"

import * as Flags from "../parsing/flags.ts"
import { untilStopped } from "../report.ts"

const MAX_SECONDS = 86_400

export const listen = Command.make(
  "listen",
  {
    trigger: Argument.String("trigger-id").pipe(Argument.withDescription("A trigger, as `inlay triggers` lists it")),
    ...Flags.ofEvents,
    hub: Flags.text(
      "hub",
      "URL",
      "A hub that reports events as they come (default: INLAY_HUB_URL; token: INLAY_HUB_TOKEN)"
    ),
    // An empty command is refused, not ignored.
    exec: Flags.rawText(
      "exec",
      "COMMAND",
      "Run this for each event, with the event on standard input and in INLAY_EVENT_* variables"
    ),
    everySeconds: Flags.number(
      "every",
      "SECONDS",
      (seconds) => seconds >= 1 && seconds <= MAX_SECONDS,
      `a number of seconds from 1 to ${MAX_SECONDS}`,
      "Without a hub: how often to poll (default: the trigger's interval, mostly 60)"
    ),
    ownChanges: Flags.onOff("own-changes", "Also run the command for changes made by the account's own runs")
  },
  (flags) => untilStopped(() => import("../handlers/listen.ts").then((handler) => handler.listen(flags)))
).pipe(
  Command.withShortDescription("Show events as they come"),
  Command.withDescription(
    "Prints each event of a trigger on one line, until Ctrl-C or until its reader ends, as head does; with --json, one JSON document per line. With a hub, events come within a moment; without one, the account's service is polled."
  ),
  Command.withExamples([
    { command: "inlay listen codehost_new_star --repo acme/widgets" },
    { command: "inlay listen codehost_new_issue --repo acme/widgets --exec 'node triage.js'" }
  ])
)
