import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"

export const disableWorkflow = ToolStep.make({
  id: "codehost_disable_workflow",
  title: "Disable Workflow",
  description: "Disable a workflow: nothing starts it until it is enabled. Fine where it is disabled.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    workflow_id: Schema.Union([Schema.Int, Schema.String]).annotate({ description: "Number or file name" })
  }),
  output: Schema.Struct({ enabled: Schema.Literal(false) }),
  run: (input) => Effect.flatMap(CodeHost, (client) => client.workflows.disable(input))
})
