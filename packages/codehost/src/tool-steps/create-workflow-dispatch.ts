import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/workflows/Workflows.ts"
import { workflowId } from "./parts/text-ids.ts"

const input = Schema.Struct({ ...Workflows.dispatch.input.fields, workflow_id: workflowId })
const operation = Operation.without(Operation.make({ ...Workflows.dispatch, input }), ["return_run_details"])

export const createWorkflowDispatch = ToolStep.over(operation, {
  id: "codehost_create_workflow_dispatch",
  title: "Create Workflow Dispatch",
  description:
    "Start a workflow that listens to workflow_dispatch on a branch or tag (default: the default branch). Returns the run's id.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (request) =>
    Effect.flatMap(CodeHost, (client) => client.workflows.dispatch({ ...request, return_run_details: true }))
})
