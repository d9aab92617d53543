import * as Schema from "effect/Schema"

import * as Listing from "../internal/listing.ts"
import { RunStatus } from "../internal/run-filters.ts"
import { WorkflowRun } from "../schema/Workflow.ts"

export const listWorkflowRuns = Listing.make({
  id: "codehost_list_workflow_runs",
  title: "List Workflow Runs",
  description: "Workflow runs of a repository or of one workflow, newest first, with their outcome.",
  scopes: ["repo"],
  query: {
    owner: Schema.String,
    repo: Schema.String,
    workflow_id: Schema.optionalKey(
      Schema.Union([Schema.Int, Schema.String]).annotate({ description: "Number or file name" })
    ),
    branch: Schema.optionalKey(Schema.String),
    event: Schema.optionalKey(Schema.String),
    status: Schema.optionalKey(RunStatus),
    actor: Schema.optionalKey(Schema.String),
    created: Schema.optionalKey(Schema.String.annotate({ description: "e.g. >=2026-01-01" }))
  },
  item: WorkflowRun,
  page: (client, query) => client.workflows.runsPage(query)
})
