/** Sales data's subcommands of `inlay`. Handlers are loaded when a command is called. */
import * as Command from "@inlay/agent-plugin/Command"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

const enrich = Command.make({
  name: "enrich",
  title: "Enrich a list of people or companies: a CSV file in, the same with what is known of them out",
  description:
    "Looks up every row of a CSV file and writes the file again with new columns behind its own: e-mail, phone with its do-not-call mark, job, company and more, what became of each row, and what it cost. First it says what the list may cost; a list that may cost more than 100 credits needs a cap, of the account or by --cap. Rows that were looked up before are free, also after a stop, which waits for those under way: run the same command again, and it goes on where it was.",
  examples: [
    { command: "inlay enrich people.csv --estimate", description: "What it may cost; nothing is sent" },
    { command: "inlay enrich people.csv -o enriched.csv --cap 500" },
    {
      command: "inlay enrich accounts.csv -o enriched.csv --column domain=Homepage",
      description: "Of companies, whose domains stand in the column Homepage"
    }
  ],
  flags: {
    list: Argument.String("FILE").pipe(
      Argument.withDescription("The list: CSV with a line of column names; - reads standard input")
    ),
    out: Flag.String("out").pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("FILE"),
      Flag.optional,
      Flag.withDescription(
        "Where to write the list with its new columns; appears when it is whole. In the new ones, a text that begins with = + - or @ gets ' before it, so that no spreadsheet runs it"
      )
    ),
    estimate: Flag.Boolean("estimate").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Only say what the list may cost")
    ),
    cap: Flag.Finite("cap").pipe(
      Flag.withMetavar("CREDITS"),
      Flag.optional,
      Flag.withDescription("The most credits that this run may spend; rows beyond it stay for the next run")
    ),
    kind: Flag.Literals("kind", ["person", "company"]).pipe(
      Flag.withMetavar("KIND"),
      Flag.optional,
      Flag.withDescription("What the rows are: person or company (default: by the names of the columns)")
    ),
    column: Flag.String("column").pipe(
      Flag.withMetavar("FIELD=NAME"),
      Flag.atLeast(0),
      Flag.withDescription(
        "In which column an identifier stands, where its name does not say so: email=Contact; may be given again"
      )
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Write over a file that exists")
    )
  },
  load: async () => (await import("./enrich.ts")).enrich
})

/** The commands that the hub mounts. */
export const commands = [enrich]
