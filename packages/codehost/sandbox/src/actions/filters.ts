// Filters for the list of workflow runs.
// Source: https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository

import { type Phase, phaseOf, type Run } from "./runs.ts"

/** The most runs that a filtered list returns. */
const filteredLimit = 1000

const names = ["actor", "branch", "event", "status", "created", "head_sha", "check_suite_id"]

const isFiltered = (query: URLSearchParams): boolean => names.some((name) => query.has(name))

/** A date without a time covers the whole day. */
const moment = (text: string, end: boolean): number => {
  const millis = Date.parse(text)
  return end && /^\d{4}-\d\d-\d\d$/.test(text) ? millis + 86_399_999 : millis
}

type Test = (millis: number) => boolean

/**
 * Parses the `created` filter: `2026-01-01`, `>=2026-01-01`, `2026-01-01..2026-02-01`, `*..2026-02-01`. Returns
 * undefined if the text has none of these forms.
 */
export const createdTest = (text: string): Test | undefined => {
  const range = /^(?<from>.+)\.\.(?<to>.+)$/.exec(text)?.groups
  const [from, to] =
    range === undefined
      ? [Number.NaN, Number.NaN]
      : [
          range["from"] === "*" ? -Infinity : moment(range["from"] ?? "", false),
          range["to"] === "*" ? Infinity : moment(range["to"] ?? "", true)
        ]
  if (range !== undefined) {
    return Number.isNaN(from) || Number.isNaN(to) ? undefined : (millis) => millis >= from && millis <= to
  }
  const { day = "", sign = "" } = /^(?<sign>[<>]=?)?(?<day>.+)$/.exec(text)?.groups ?? {}
  const [first, last] = [moment(day, false), moment(day, true)]
  if (Number.isNaN(first)) return undefined
  const tests: Readonly<Record<string, Test>> = {
    ">": (millis) => millis > last,
    ">=": (millis) => millis >= first,
    "<": (millis) => millis < first,
    "<=": (millis) => millis <= last,
    "": (millis) => millis >= first && millis <= last
  }
  return tests[sign]
}

const hasStatus = ({ conclusion, status }: Phase, value: string): boolean => status === value || conclusion === value

/**
 * Filters runs and keeps their order, newest first. A date that cannot be parsed matches nothing. `actorId` is the
 * account that the `actor` parameter names.
 */
export const filterRuns = (
  runs: ReadonlyArray<Run>,
  query: URLSearchParams,
  now: number,
  actorId: number | undefined
): ReadonlyArray<Run> => {
  const asks = (name: string, fits: (run: Run, value: string) => boolean) => {
    const value = query.get(name)
    return (run: Run): boolean => value === null || value === "" || fits(run, value)
  }
  const created = query.get("created")
  const createdFits = created === null || created === "" ? () => true : (createdTest(created) ?? (() => false))
  const tests = [
    asks("actor", (run) => run.actorId === actorId),
    asks("branch", ({ branch }, value) => branch === value),
    asks("event", ({ event }, value) => event === value),
    asks("head_sha", ({ sha }, value) => sha === value),
    asks("status", (run, value) => hasStatus(phaseOf(run, now), value)),
    (run: Run) => createdFits(run.createdAtMillis)
  ]
  const matches = runs.filter((run) => tests.every((fits) => fits(run)))
  return isFiltered(query) ? matches.slice(0, filteredLimit) : matches
}
