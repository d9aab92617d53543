/** Workflows and their runs as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"
import { User } from "./User.ts"

/** One workflow. */
export const Workflow = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** `.github/workflows/ci.yml`. */
  path: Schema.String,
  /** `active`, `disabled_manually`, `disabled_inactivity`, `disabled_fork` or `deleted`. */
  state: Schema.String,
  html_url: maybe(Schema.String),
  created_at: maybe(Schema.String),
  updated_at: maybe(Schema.String)
})
export type Workflow = typeof Workflow.Type

/** How a run ended, in the words of the spec. */
export const Outcome = Schema.Literals(["succeeded", "failed", "cancelled", "other"])
export type Outcome = typeof Outcome.Type

const OUTCOMES: ReadonlyMap<string, Outcome> = new Map([
  ["success", "succeeded"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["startup_failure", "failed"],
  ["cancelled", "cancelled"]
])

/** What a run's conclusion means: neutral, skipped, stale and action_required are `other`. */
export const outcomeOf = (conclusion: string): Outcome => OUTCOMES.get(conclusion) ?? "other"

/** One run of a workflow. Times are ISO 8601. */
export const WorkflowRun = Schema.Struct({
  id: Schema.Int,
  name: maybe(Schema.String),
  display_title: maybe(Schema.String),
  workflow_id: Schema.Int,
  run_number: Schema.Int,
  run_attempt: maybe(Schema.Int),
  /** What started it: `push`, `pull_request`, `workflow_dispatch`, ... */
  event: Schema.String,
  /** `queued`, `in_progress`, `completed`, `waiting`, ... */
  status: maybe(Schema.String),
  /** How a completed run ended: `success`, `failure`, `cancelled`, ... */
  conclusion: maybe(Schema.String),
  /** The conclusion in three words; absent until the run is completed. */
  outcome: Schema.optionalKey(Outcome),
  head_branch: maybe(Schema.String),
  head_sha: Schema.String,
  html_url: Schema.String,
  actor: maybe(User),
  created_at: Schema.String,
  updated_at: Schema.String,
  run_started_at: maybe(Schema.String)
})
export type WorkflowRun = typeof WorkflowRun.Type

/** What the service answers to a dispatch where it is asked to name the run. */
export const Accepted = Schema.Struct({
  workflow_run_id: Schema.optionalKey(Schema.Int),
  html_url: Schema.optionalKey(Schema.String)
})
export type Accepted = typeof Accepted.Type

/** A dispatch that the service took; it names the run only where it is asked to and can. */
export const Dispatch = Schema.Struct({ dispatched: Schema.Literal(true), ...Accepted.fields })
export type Dispatch = typeof Dispatch.Type
