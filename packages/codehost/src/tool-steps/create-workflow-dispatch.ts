import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Dispatch } from "../schema/Workflow.ts"

export const createWorkflowDispatch = ToolStep.make({
  id: "codehost_create_workflow_dispatch",
  title: "Create Workflow Dispatch",
  description:
    "Start a workflow that listens to workflow_dispatch on a branch or tag (default: the default branch). Gives the run's id.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    workflow_id: Schema.Union([Schema.Int, Schema.String]).annotate({ description: "Number or file name" }),
    ref: Schema.optionalKey(Schema.String),
    inputs: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
  }),
  output: Dispatch,
  run: (input) =>
    Effect.flatMap(CodeHost, (client) => client.workflows.dispatch({ ...input, return_run_details: true }))
})
