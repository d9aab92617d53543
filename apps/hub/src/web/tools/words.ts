/** Texts about tools: search, form, preview, result. */
import { plural, common, number } from "../words.ts"

export const tools = {
  lead: "What accounts can do. Try one here, then give it to a program or an agent.",
  all: "All integrations",
  plugin: "Integration",
  reads: "reads",
  changes: "changes data",
  destroys: "deletes or overwrites",
  costs: (cost: { readonly unit: string; readonly upTo: number | null }) =>
    cost.unit === "quota" ? "uses quota" : cost.upTo === null ? "costs credits" : `up to ${common.credits(cost.upTo)}`,
  free: "free",
  back: "All tools",
  account: "Account",
  noAccount: "No account can run this.",
  connectFirst: "Connect one",
  required: "required",
  more: (count: number) => plural(count, "more input"),
  unset: "Not set",
  oneALine: "One per line.",
  json: "As JSON.",
  run: "Run",
  runFor: (cost: string) => `Run · ${cost}`,
  runChanging: "Run and change data",
  preview: "Preview",
  cancel: "Cancel",
  running: (seconds: number) => `Running … ${seconds} s`,
  progress: "Progress",
  done: (count: number, total: number | undefined) =>
    total === undefined ? number(count) : `${number(count)} of ${number(total)}`,
  mustBeNumber: "Must be a number.",
  mustBeWhole: "Must be a whole number.",
  mustBeJson: "Must be JSON.",
  missing: "Fill this in.",
  use: "Use it elsewhere",
  cli: "Command line",
  mcp: "MCP call",
  code: "Code",
  mendAccount: (account: string) => `Fix ${account}`
}

export const previews = {
  title: "Before it runs",
  free: "This costs nothing.",
  estimate: (credits: number) => `This costs at most ${common.credits(credits)}.`,
  unknown: "The cost is not known in advance.",
  quota: (note: string) => `This uses ${note}.`,
  cached: "The answer is cached: asking again costs nothing.",
  underWay: "The same lookup is running: its answer is shared.",
  changes: "This changes data at the provider.",
  destroys: "This deletes or overwrites data at the provider. It cannot be undone here.",
  left: (credits: number, of: string) => `${common.credits(credits)} left of the ${of}.`,
  caps: { day: "day cap", run: "run cap", principal: "token's cap", event: "event's cap" },
  blocked: "An earlier identical lookup may have been charged. What happened?",
  settle: { ask_again: "Ask again; it may cost twice", charged: "It was charged", not_charged: "It was not charged" },
  boughtBefore: "Pay for it once more?",
  buyAgain: "Buy it again"
}

export const results = {
  title: "Result",
  card: "Card",
  table: "Table",
  facts: "Facts",
  json: "JSON",
  empty: "The result is empty.",
  noMatch: "No match.",
  rows: (visible: number, all: number) =>
    visible === all ? plural(all, "row") : `${number(visible)} of ${plural(all, "row")}; all of them in JSON`,
  charged: (credits: number | "unknown") =>
    credits === "unknown" ? "Its cost is unknown." : `It cost ${common.credits(credits)}.`,
  view: "View of the result"
}
