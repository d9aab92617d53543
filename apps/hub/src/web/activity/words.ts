/** Texts about runs and the remaining limits. */
import { plural, number, common } from "../words.ts"

export const activity = {
  lead: "Every run: who ran it, how, what it cost and how it ended. Inputs and results are not listed.",
  none: "No runs yet.",
  noneOfFilter: "No runs match.",
  clear: "Show all runs",
  first: "Try a tool",
  table: "Runs",
  filters: "Filter runs",
  columns: {
    at: "When",
    tool: "Tool",
    account: "Account",
    who: "Who",
    via: "Via",
    took: "Took",
    cost: "Cost",
    outcome: "Outcome"
  },
  outcomes: { ok: "ok", Interrupted: "interrupted" } as Readonly<Record<string, string>>,
  ways: {
    cli: "command line",
    mcp: "MCP",
    http: "HTTP",
    console: "console",
    extension: "extension",
    trigger: "trigger"
  } as Readonly<Record<string, string>>,
  more: "Show older",
  unknown: "unknown",
  charts: "Usage by day",
  runsChart: "Runs per day",
  creditsChart: "Credits per day",
  asTable: "As a table",
  day: "Day",
  runs: "Runs",
  failures: "Failed",
  credits: "Credits",
  summary: (runs: number, credits: number, unknown: number) =>
    `${plural(runs, "run")} and ${common.credits(credits)} in 30 days${unknown === 0 ? "" : `; the charge of ${plural(unknown, "run")} is unknown`}.`,
  limits: "Limits of accounts",
  leastLeft: {
    all: (count: number) => `Show all ${number(count)}`,
    first: "These have the least left."
  },
  limit: "Limit",
  left: "Left",
  of: (remaining: number, limit: number | null) =>
    limit === null ? number(remaining) : `${number(remaining)} of ${number(limit)}`,
  fullAgain: "Full again",
  account: "Account",
  limitsOverTime: "Left over time",
  limitPeriod: "Period",
  /** By their hours. */
  limitPeriods: { 24: "24 hours", 168: "7 days" },
  noLimitHistory:
    "Nothing was recorded in this period. While accounts are used, their limits are recorded every minute.",
  limitSummary: (newest: number | null, lowest: number | null, limit: number | null) => {
    const of = limit === null ? "" : ` of ${number(limit)}`
    return newest === null || lowest === null ? "" : `${number(newest)}${of} left; lowest ${number(lowest)}`
  }
}
