/** `inlay run`: runs one tool step. Flags and help; the handler is `handlers/run.ts`. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import * as Flags from "../parsing/flags.ts"
import { reporting } from "../report.ts"

const MAX_SECONDS = 86_400

/** The arguments and flags of the command, which are the handler's options. */
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
  fields: Flags.text(
    "fields",
    "NAMES",
    "Only these fields of the answer, or of each record of a list: number,user.login"
  ),
  output: Flag.Literals("output", ["table", "json", "jsonl", "csv"]).pipe(
    Flag.withAlias("o"),
    Flag.withMetavar("FORMAT"),
    Flags.optional,
    Flag.withDescription("Output format")
  ),
  plugin: Flags.plugin,
  account: Flags.account,
  timeoutSeconds: Flags.number(
    "timeout",
    "SECONDS",
    (seconds) => seconds > 0 && seconds <= MAX_SECONDS,
    `a number of seconds above 0 and up to ${MAX_SECONDS}`,
    "How long to wait, including retries (default: 30)"
  ),
  preview: Flags.onOff("preview", "Only report what it would cost and what would refuse it; nothing is sent"),
  maxCredits: Flags.number(
    "max-credits",
    "CREDITS",
    (credits) => credits >= 0,
    "a number of credits, 0 or more",
    "The most that a request may cost; 0 buys nothing and returns what is saved or free"
  ),
  event: Flags.text(
    "event",
    "ID",
    "Id of the event that caused this (default: INLAY_EVENT_ID); its chain and cap apply"
  ),
  unknownCharge: Flag.Literals("unknown-charge", ["ask_again", "charged", "not_charged"]).pipe(
    Flag.withMetavar("DECISION"),
    Flags.optional,
    Flag.withDescription(
      "If an earlier answer was lost or not saved: ask again (costs twice), or record the lost one as charged or not, then ask"
    )
  )
}

export const run = Command.make("run", syntax, ({ plugin, ...options }) =>
  reporting(() => import("../handlers/run.ts").then((handler) => handler.run(options)), { files: plugin })
).pipe(
  Command.withShortDescription("Run a tool step"),
  Command.withDescription(
    "Runs one tool step and prints its output. Repeating an earlier lookup costs nothing; a spending cap refuses before anything is sent. With a step's id, --help shows its fields."
  ),
  Command.withExamples([
    { command: "inlay run <tool-id> email=jane@acme.example --preview", description: "What it would cost" },
    { command: "inlay run <tool-id> email=jane@acme.example --max-credits 2", description: "A record to read" },
    { command: "inlay run <tool-id> q=squeaks -o csv --fields number,title", description: "A list as a spreadsheet" },
    { command: "inlay run <tool-id> --input @lookup.json --json", description: "From a file, as JSON" },
    { command: "jq .person lead.json | inlay run <tool-id> --input -", description: "From another program" }
  ])
)
