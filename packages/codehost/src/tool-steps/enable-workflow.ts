import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"

export const enableWorkflow = ToolStep.make({
  id: "codehost_enable_workflow",
  title: "Enable Workflow",
  description: "Enable a workflow. Fine where it is enabled.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    workflow_id: Schema.Union([Schema.Int, Schema.String]).annotate({ description: "Number or file name" })
  }),
  output: Schema.Struct({ enabled: Schema.Literal(true) }),
  run: (input) => Effect.flatMap(CodeHost, (client) => client.workflows.enable(input))
})
