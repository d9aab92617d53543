import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/Workflows.ts"

export const disableWorkflow = ToolStep.over(Workflows.disable, {
  id: "codehost_disable_workflow",
  title: "Disable Workflow",
  description: "Disable a workflow until it is enabled.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.workflows.disable(input))
})
