import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/Workflows.ts"

export const enableWorkflow = ToolStep.over(Workflows.enable, {
  id: "codehost_enable_workflow",
  title: "Enable Workflow",
  description: "Enable a disabled workflow.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.workflows.enable(input))
})
