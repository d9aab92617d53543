import * as Operation from "@inlay/core-http/Operation"

import * as Workflows from "../client/Workflows.ts"
import { WorkflowRun } from "../schema/Workflow.ts"
import * as Listing from "./parts/listing.ts"

export const listWorkflowRuns = Listing.over(Operation.without(Workflows.runs, ["head_sha"]), {
  id: "codehost_list_workflow_runs",
  title: "List Workflow Runs",
  description: "Runs of a repository or one workflow, newest first.",
  scopes: ["repo"],
  item: WorkflowRun,
  page: (client, query) => client.workflows.runsPage(query)
})
