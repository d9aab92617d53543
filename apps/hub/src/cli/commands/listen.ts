/** `inlay listen`: shows a trigger's events as they arrive. Flags and help; the handler is `handlers/listen.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import { onNamedDatabase } from "../database.ts"
import { checkVariables } from "../input/variables.ts"
import { Data, Json, textOf } from "../parsing/globals.ts"
import { failing } from "../report.ts"
import { eventFlags, text } from "./event-flags.ts"

const MAX_SECONDS = 86_400

export const listen = Command.make(
  "listen",
  {
    trigger: Argument.String("trigger-id").pipe(Argument.withDescription("A trigger, as `inlay triggers` lists it")),
    ...eventFlags,
    hub: text("hub", "URL", "A hub that reports events as they come (default: INLAY_HUB_URL; token: INLAY_HUB_TOKEN)"),
    exec: text(
      "exec",
      "COMMAND",
      "Run this for each event, with the event on standard input and in INLAY_EVENT_* variables"
    ),
    every: Flag.Finite("every").pipe(
      Flag.withMetavar("SECONDS"),
      Flag.filter(
        (seconds) => seconds >= 1 && seconds <= MAX_SECONDS,
        () => `a number of seconds from 1 to ${MAX_SECONDS}`
      ),
      Flag.optional,
      Flag.withDescription("Without a hub: how often to poll (default: the trigger's interval, mostly 60)")
    ),
    ownChanges: Flag.Boolean("own-changes").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Also run the command for changes made by the account's own runs")
    )
  },
  (flags) =>
    Effect.gen(function* () {
      const data = yield* Data
      const json = yield* Json
      const handler = yield* Effect.promise(() => import("../handlers/listen.ts"))
      const listening = handler.listen({
        trigger: flags.trigger,
        repo: textOf(flags.repo),
        target: textOf(flags.target),
        filters: flags.filter,
        account: textOf(flags.account),
        hub: textOf(flags.hub),
        // Not `textOf`: an empty command is refused, not ignored.
        exec: Option.getOrUndefined(flags.exec),
        everySeconds: Option.getOrUndefined(flags.every),
        ownChanges: flags.ownChanges,
        json,
        data: Option.getOrUndefined(data)
      })
      yield* checkVariables(process.env).pipe(
        Effect.andThen(onNamedDatabase(listening)),
        Effect.catch((error) => failing(error, json))
      )
    })
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
