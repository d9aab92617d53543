/** Payloads of workflow runs and their jobs. */
import * as Schema from "effect/Schema"

import { maybe } from "../../schema/maybe.ts"
import { WorkflowRun } from "../../schema/Workflow.ts"
import { inRepository, payload } from "./Payload.ts"

/** Payload of `workflow_run` events. */
export const runPayload = payload(
  Schema.Struct({
    ...inRepository,
    workflow_run: WorkflowRun,
    workflow: maybe(Schema.Struct({ name: maybe(Schema.String), path: maybe(Schema.String) }))
  })
)

/** A job of a run, as events and lists return it. Times are ISO 8601. */
export const Job = Schema.Struct({
  id: Schema.Int,
  run_id: Schema.Int,
  run_attempt: maybe(Schema.Int),
  name: Schema.String,
  workflow_name: maybe(Schema.String),
  head_branch: maybe(Schema.String),
  head_sha: Schema.String,
  html_url: maybe(Schema.String),
  status: Schema.String,
  conclusion: maybe(Schema.String),
  created_at: maybe(Schema.String),
  started_at: maybe(Schema.String),
  completed_at: maybe(Schema.String),
  runner_name: maybe(Schema.String)
})
export type Job = typeof Job.Type

/** Payload of `workflow_job` events. */
export const jobPayload = payload(Schema.Struct({ ...inRepository, workflow_job: Job }))
