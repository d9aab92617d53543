/** Filters for workflow runs: the service's terms, and the specification's terms for how a run ended. */
import * as Schema from "effect/Schema"

import { beginsWithDay, textBy } from "./names.ts"

/** https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository */
const SERVICE = [
  "queued",
  "in_progress",
  "completed",
  "success",
  "failure",
  "cancelled",
  "timed_out",
  "skipped",
  "neutral",
  "stale",
  "action_required",
  "waiting",
  "requested",
  "pending"
] as const

/**
 * A run's status, its conclusion, or its outcome in the terms of the specification. The service filters by one word at a
 * time, so `failed` cannot stand for all conclusions whose outcome is `failed`.
 */
export const RunStatus = Schema.Literals([...SERVICE, "succeeded", "failed"]).annotate({
  description: "failed leaves out timed_out"
})
export type RunStatus = typeof RunStatus.Type

/** Returns the service's term for a status. */
export const statusWord = (status: RunStatus): string =>
  status === "succeeded" ? "success" : status === "failed" ? "failure" : status

/** https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows */
export const RUN_EVENTS: ReadonlyArray<string> = [
  ..."branch_protection_rule check_run check_suite create delete deployment deployment_status discussion".split(" "),
  ..."discussion_comment dynamic fork gollum image_version issue_comment issues label member merge_group".split(" "),
  ..."milestone page_build project project_card project_column public pull_request pull_request_comment".split(" "),
  ..."pull_request_review pull_request_review_comment pull_request_target push registry_package release".split(" "),
  ..."repository_dispatch schedule status watch workflow_call workflow_dispatch workflow_run".split(" ")
]

const DATE = String.raw`\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:?\d\d)?)?`

const RANGES = new RegExp(String.raw`^((>=?|<=?)?(${DATE})|(\*|${DATE})\.\.(\*|${DATE}))$`)

/** A date such as `2026-01-01`, a comparison such as `>=2026-01-01`, or a range such as `2026-01-01..2026-01-31`. */
export const dateRange = textBy((value) => {
  const message = "must be a date, or a range such as >=2026-01-01 or 2026-01-01..2026-01-31"
  if (!RANGES.test(value)) return message
  const ends = value
    .replace(/^[<>]=?/, "")
    .split("..")
    .filter((end) => end !== "*")
  const times = ends.map((end) => Date.parse(end))
  if (times.some(Number.isNaN) || !ends.every(beginsWithDay)) return message
  const [from = 0, to = from] = times
  return from > to ? "must not end before it begins" : undefined
})
