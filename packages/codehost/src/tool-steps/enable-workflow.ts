import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/workflows/Workflows.ts"
import { workflowId } from "./parts/text-ids.ts"

const input = Schema.Struct({ ...Workflows.enable.input.fields, workflow_id: workflowId })

export const enableWorkflow = ToolStep.over(Operation.make({ ...Workflows.enable, input }), {
  id: "codehost_enable_workflow",
  title: "Enable Workflow",
  description: "Enable a disabled workflow.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (workflow) => Effect.flatMap(CodeHost, (client) => client.workflows.enable(workflow))
})
