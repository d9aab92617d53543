import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/Workflows.ts"

export const getWorkflowRun = ToolStep.over(Workflows.run, {
  id: "codehost_get_workflow_run",
  title: "Get Workflow Run",
  description: "A workflow run, and its outcome: succeeded, failed, cancelled or other.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.workflows.run(input))
})
