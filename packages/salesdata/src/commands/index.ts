/** Sales data's subcommands of `inlay`. Handlers are loaded when a command is called. */
import * as Command from "@inlay/agent-plugin/Command"
import * as Argument from "effect/cli/Argument"
import * as Flag from "effect/cli/Flag"

const enrich = Command.make({
  name: "enrich",
  title: "Add enrichment columns to a CSV file of people or companies",
  description:
    "Looks up every row of a CSV file and writes a copy of it with new columns after its own: e-mail, phone numbers (those on a do-not-call register in a column of their own), job, company and more, and the outcome and cost of each row. First it says what the list may cost, on standard error; a list that may cost more than 100 credits needs a cap, set in the account or with --cap. Rows that were looked up before are free. If you stop it, it waits for the lookups in progress; run the same command again to continue.",
  examples: [
    { command: "inlay enrich people.csv --estimate", description: "Shows what it may cost; nothing is sent" },
    { command: "inlay enrich people.csv -o enriched.csv --cap 500" },
    {
      command: "inlay enrich accounts.csv -o enriched.csv --column domain=Homepage",
      description: "For companies whose domains are in the column Homepage"
    }
  ],
  flags: {
    list: Argument.String("FILE").pipe(
      Argument.withDescription("The list: CSV with a header row; - reads standard input")
    ),
    out: Flag.String("out").pipe(
      Flag.withAlias("o"),
      Flag.withMetavar("FILE"),
      Flag.optional,
      Flag.withDescription(
        "Where to write the enriched list; the file is created only when complete. In the new columns, text that begins with = + - or @, a phone number such as 0491570156 or 447911123456, and a size such as 11-50, is prefixed with ', so that no spreadsheet runs or changes it"
      )
    ),
    estimate: Flag.Boolean("estimate").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Only show what the list may cost")
    ),
    cap: Flag.Finite("cap").pipe(
      Flag.withMetavar("CREDITS"),
      Flag.optional,
      Flag.withDescription("The most credits that this run may spend; the remaining rows wait for the next run")
    ),
    kind: Flag.Literals("kind", ["person", "company"]).pipe(
      Flag.withMetavar("KIND"),
      Flag.optional,
      Flag.withDescription("What the rows are: person or company (default: inferred from the columns)")
    ),
    column: Flag.String("column").pipe(
      Flag.withMetavar("FIELD=NAME"),
      Flag.atLeast(0),
      Flag.withDescription("The column of an identifier, if its name does not tell: email=Contact; may be repeated")
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription("Overwrite an existing file")
    ),
    plain: Flag.Boolean("plain").pipe(
      Flag.withoutNegation,
      Flag.withDefault(false),
      Flag.withDescription(
        "Without the ' before such texts: for an import into a program such as a CRM, never for a spreadsheet"
      )
    )
  },
  load: async () => (await import("./enrich.ts")).enrich
})

/** The commands that the hub mounts. */
export const commands = [enrich]
