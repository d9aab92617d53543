import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import * as Workflows from "../client/workflows/Workflows.ts"
import { workflowId } from "./parts/text-ids.ts"

const input = Schema.Struct({ ...Workflows.disable.input.fields, workflow_id: workflowId })

export const disableWorkflow = ToolStep.over(Operation.make({ ...Workflows.disable, input }), {
  id: "codehost_disable_workflow",
  title: "Disable Workflow",
  description: "Disable a workflow until it is enabled.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (workflow) => Effect.flatMap(CodeHost, (client) => client.workflows.disable(workflow))
})
