/** The analytics subcommands of `inlay`. Their implementations are loaded when they are run. */
import * as Command from "@inlay/agent-plugin/Command"
import * as Flag from "effect/cli/Flag"

const text = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.optional, Flag.withDescription(description))

const isSet = (name: string, description: string) =>
  Flag.Boolean(name).pipe(Flag.withoutNegation, Flag.withDefault(false), Flag.withDescription(description))

const report = Command.make({
  name: "report",
  title: "Run an analytics report: a table, a chart, or a file of any number of rows",
  description:
    "Runs a report on a website or app and shows it as a table with totals, notes on data quality and the remaining quota; or writes every row to a file, which appears when it is complete. analytics_list_metrics_and_dimensions lists the names of dimensions and metrics.",
  examples: [
    { command: "inlay report --metrics sessions --dimensions country", description: "For the account's only property" },
    {
      command: "inlay report --property 1234 --metrics sessions --dimensions date --chart line"
    },
    {
      command: "inlay report --metrics sessions,totalRevenue --range 7daysAgo..yesterday \\\n    --compare",
      description: "Compared with the seven days before"
    },
    {
      command: `inlay report --metrics screenPageViews --dimensions date,pagePath \\\n    --filter 'country in ("Australia") and screenPageViews > 10' --csv pages.csv`,
      description: "Every row, to a file"
    }
  ],
  flags: {
    property: text("property", "ID", "1234 or properties/1234; optional if the account has only one"),
    metrics: text("metrics", "NAMES", "What to count, separated by commas: sessions,totalRevenue"),
    dimensions: text("dimensions", "NAMES", "What to group by: date,country"),
    range: text(
      "range",
      "DATES",
      "28daysAgo..yesterday (default), 2026-01-01..2026-01-31, today; up to four, separated by commas; or realtime"
    ),
    filter: text(
      "filter",
      "TEXT",
      `country == "Australia" and sessions > 10; also != < in ("A", "B") contains startsWith ~ (regex) not or ( )`
    ),
    order: text("order", "NAMES", "-sessions: largest first (default: by date, else the largest first)"),
    currency: text("currency", "CODE", "Currency of revenue: AUD (default: the property's)"),
    limit: Flag.Int("limit").pipe(
      Flag.withMetavar("ROWS"),
      Flag.optional,
      Flag.withDescription("Maximum number of rows: 100 by default, up to 250,000; a file gets all by default")
    ),
    compare: isSet("compare", "Compare with the preceding period of the same length"),
    chart: Flag.Literals("chart", ["line", "bar"]).pipe(
      Flag.withMetavar("KIND"),
      Flag.optional,
      Flag.withDescription("Also draw the first metric: line (one dimension) or bar")
    ),
    csv: text(
      "csv",
      "FILE",
      "Write the rows as CSV for a spreadsheet. Text that begins with = + - or @ gets a leading ', so that none runs it"
    ),
    jsonFile: text("json-file", "FILE", "Write the rows as a JSON list for a program, texts unchanged"),
    force: isSet("force", "Overwrite an existing file")
  },
  load: async () => (await import("./report.ts")).report
})

/** The commands that the hub mounts. */
export const commands = [report]
