/** `inlay run`: runs one tool step. Flags and help; the handler is `handlers/run.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

import type { Options } from "../handlers/run.ts"
import { usingFiles } from "../own-files.ts"
import { Data, textOf } from "../parsing/globals.ts"
import { pluginFlag } from "../parsing/plugin-flag.ts"
import { reporting } from "../report.ts"

const MAX_SECONDS = 86_400

/** The arguments and flags of the command. */
export const syntax = {
  tool: Argument.String("tool-id").pipe(Argument.withDescription("A tool step, as `inlay tools` lists it")),
  assignments: Argument.variadic(Argument.String("field=value")).pipe(
    Argument.withDescription("The step's input, field by field; := takes JSON, =@FILE a file's text")
  ),
  input: Flag.String("input").pipe(
    Flag.withAlias("i"),
    Flag.withMetavar("JSON"),
    Flag.withDefault("{}"),
    Flag.withDescription("The step's input, a JSON object; - reads standard input, @FILE reads a file")
  ),
  fields: Flag.String("fields").pipe(
    Flag.withMetavar("NAMES"),
    Flag.optional,
    Flag.withDescription("Only these fields of the answer, or of each record of a list: number,user.login")
  ),
  output: Flag.Literals("output", ["table", "json", "jsonl", "csv"]).pipe(
    Flag.withAlias("o"),
    Flag.withMetavar("FORMAT"),
    Flag.optional,
    Flag.withDescription("Output format")
  ),
  plugin: pluginFlag,
  account: Flag.String("account").pipe(
    Flag.withMetavar("NAME"),
    Flag.optional,
    Flag.withDescription("Which connected account to use; needed if there are several")
  ),
  timeout: Flag.Finite("timeout").pipe(
    Flag.withMetavar("SECONDS"),
    Flag.filter(
      (seconds) => seconds > 0 && seconds <= MAX_SECONDS,
      () => `a number of seconds above 0 and up to ${MAX_SECONDS}`
    ),
    Flag.optional,
    Flag.withDescription("How long to wait, including retries (default: 30)")
  ),
  preview: Flag.Boolean("preview").pipe(
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription("Only report what it would cost and what would refuse it; nothing is sent")
  ),
  maxCredits: Flag.Finite("max-credits").pipe(
    Flag.withMetavar("CREDITS"),
    Flag.filter(
      (credits) => credits >= 0,
      () => "a number of credits, 0 or more"
    ),
    Flag.optional,
    Flag.withDescription("The most that a request may cost; 0 buys nothing and returns what is saved or free")
  ),
  event: Flag.String("event").pipe(
    Flag.withMetavar("ID"),
    Flag.optional,
    Flag.withDescription("Id of the event that caused this (default: INLAY_EVENT_ID); its chain and cap apply")
  ),
  unknownCharge: Flag.Literals("unknown-charge", ["ask_again", "charged", "not_charged"]).pipe(
    Flag.withMetavar("DECISION"),
    Flag.optional,
    Flag.withDescription(
      "If an earlier answer was lost or not saved: ask again (costs twice), or record the lost one as charged or not, then ask"
    )
  )
}

/** Converts parsed arguments to the handler's options. @param data the value of `--data` */
export const optionsOf = (
  words: Command.Command.Config.Infer<typeof syntax>,
  data: Option.Option<string>
): Options => ({
  tool: words.tool,
  input: words.input,
  assignments: words.assignments,
  fields: textOf(words.fields),
  output: Option.getOrUndefined(words.output),
  account: textOf(words.account),
  timeoutSeconds: Option.getOrUndefined(words.timeout),
  preview: words.preview,
  maxCredits: Option.getOrUndefined(words.maxCredits),
  unknownCharge: Option.getOrUndefined(words.unknownCharge),
  event: textOf(words.event),
  data: Option.getOrUndefined(data)
})

export const run = Command.make("run", syntax, (words) =>
  reporting(
    Effect.gen(function* () {
      const data = yield* Data
      const handler = yield* Effect.promise(() => import("../handlers/run.ts"))
      return yield* handler.run(optionsOf(words, data))
    }).pipe(usingFiles(words.plugin))
  )
).pipe(
  Command.withShortDescription("Run a tool step"),
  Command.withDescription(
    "Runs one tool step and prints its output. Repeating an earlier lookup costs nothing; a spending cap refuses before anything is sent."
  ),
  Command.withExamples([
    { command: "inlay run <tool-id> email=jane@acme.example --preview", description: "What it would cost" },
    { command: "inlay run <tool-id> email=jane@acme.example --max-credits 2", description: "A record to read" },
    { command: "inlay run <tool-id> q=squeaks -o csv --fields number,title", description: "A list as a spreadsheet" },
    { command: "inlay run <tool-id> --input @lookup.json --json", description: "From a file, as JSON" },
    { command: "jq .person lead.json | inlay run <tool-id> --input -", description: "From another program" }
  ])
)
