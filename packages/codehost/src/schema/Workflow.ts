/** Workflows and their runs as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { OUTCOMES } from "./outcome.ts"
import { pageOf, type Page } from "./Page.ts"
import { RunStatus, dateRange } from "./run-filters.ts"
import { User } from "./User.ts"

/** One workflow. */
export const Workflow = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  /** For example `.github/workflows/ci.yml`. */
  path: Schema.String,
  /** `active`, `disabled_manually`, `disabled_inactivity`, `disabled_fork` or `deleted`. */
  state: Schema.String,
  html_url: maybe(Schema.String),
  created_at: maybe(Schema.String),
  updated_at: maybe(Schema.String)
})
export type Workflow = typeof Workflow.Type

/** How a run ended, in the terms of the specification. */
export const Outcome = Schema.Literals(OUTCOMES)
export type Outcome = typeof Outcome.Type

/** One run of a workflow. Times are ISO 8601. */
export const WorkflowRun = Schema.Struct({
  id: Schema.Int,
  name: maybe(Schema.String),
  display_title: maybe(Schema.String),
  workflow_id: Schema.Int,
  run_number: Schema.Int,
  run_attempt: maybe(Schema.Int),
  /** The event that started the run: `push`, `pull_request`, `workflow_dispatch`, ... */
  event: Schema.String,
  /** `queued`, `in_progress`, `completed`, `waiting`, ... */
  status: maybe(Schema.String),
  /** How a completed run ended: `success`, `failure`, `cancelled`, ... */
  conclusion: maybe(Schema.String),
  /** The conclusion in the terms of the specification; absent until the run is completed. */
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

/** The service's response to a dispatch that asks for details of the run. */
export const Accepted = Schema.Struct({
  workflow_run_id: Schema.Int,
  html_url: Schema.optionalKey(Schema.String)
})
export type Accepted = typeof Accepted.Type

/** An accepted dispatch, with its run if the service names it. */
export const Dispatch = Schema.Struct({
  dispatched: Schema.Literal(true),
  workflow_run_id: Schema.optionalKey(Schema.Int),
  html_url: Schema.optionalKey(Schema.String)
})
export type Dispatch = typeof Dispatch.Type

/** Identifies a workflow by its number or its file name: `ci.yml`. */
export const WorkflowName = Schema.Struct({
  ...Names.repository,
  workflow_id: Names.workflowId("Number or file name")
})
export type WorkflowName = typeof WorkflowName.Type

const MAX_INPUTS = 25

/** Input for dispatching a workflow. */
export const DispatchRequest = Schema.Struct({
  ...WorkflowName.fields,
  /** Branch or tag. Default: the default branch. */
  ref: Schema.optionalKey(Names.ref()),
  /** At most 25 inputs. */
  inputs: Schema.optionalKey(
    Schema.Record(Schema.String, Schema.Unknown).check(
      Schema.makeFilter((inputs) =>
        Object.keys(inputs).length <= MAX_INPUTS ? undefined : `must be an object of at most ${MAX_INPUTS} inputs`
      )
    )
  ),
  /** Asks which run was created. If a server does not support this, the dispatch is sent without it. */
  return_run_details: Schema.optionalKey(Schema.Boolean)
})
export type DispatchRequest = typeof DispatchRequest.Type

/** Identifies a run. */
export const RunName = Schema.Struct({ ...Names.repository, run_id: Names.positive() })
export type RunName = typeof RunName.Type

/** Input for listing runs. */
export const RunQuery = Schema.Struct({
  ...Names.repository,
  /** Only runs of this workflow. */
  workflow_id: Schema.optionalKey(Names.workflowId("Number or file name")),
  branch: Schema.optionalKey(Names.ref()),
  /** `push`, `pull_request`, ... */
  event: Schema.optionalKey(Names.text()),
  /**
   * A status or a conclusion in the service's terms; `succeeded` and `failed` are accepted for `success` and `failure`.
   */
  status: Schema.optionalKey(RunStatus),
  actor: Schema.optionalKey(Names.login()),
  /** A date or a range of dates in the service's search syntax, such as `>=2026-01-01` or `2026-01-01..2026-01-31`. */
  created: Schema.optionalKey(dateRange("e.g. >=2026-01-01")),
  head_sha: Schema.optionalKey(Names.sha())
})
export type RunQuery = typeof RunQuery.Type

/** What a page of runs may have besides its items, for schemas of programs. */
export const runNotes = {
  /** Present if more runs pass the filters than can be read. */
  notice: /* @__PURE__ */ Schema.optionalKey(Schema.String)
}

/**
 * One page of runs. `total` counts all runs that pass the filters, including those that cannot be read; if there are
 * such runs, `notice` says so.
 */
export const RunPage = pageOf(WorkflowRun)
export type RunPage = Page<WorkflowRun>
