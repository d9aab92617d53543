import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { WorkflowRun } from "../schema/Workflow.ts"

export const getWorkflowRun = ToolStep.make({
  id: "codehost_get_workflow_run",
  title: "Get Workflow Run",
  description: "A workflow run: status, conclusion, and its outcome as succeeded, failed, cancelled or other.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    run_id: Schema.Int
  }),
  output: WorkflowRun,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.workflows.run(input))
})
