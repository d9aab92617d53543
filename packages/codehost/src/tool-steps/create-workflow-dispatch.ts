import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/Workflows.ts"

export const createWorkflowDispatch = ToolStep.over(Operation.without(Workflows.dispatch, ["return_run_details"]), {
  id: "codehost_create_workflow_dispatch",
  title: "Create Workflow Dispatch",
  description:
    "Start a workflow that listens to workflow_dispatch on a branch or tag (default: the default branch). Returns the run's id.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) =>
    Effect.flatMap(CodeHost, (client) => client.workflows.dispatch({ ...input, return_run_details: true }))
})
