import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Issues from "../client/Issues.ts"

export const updateIssue = ToolStep.over(Issues.update, {
  id: "codehost_update_issue",
  title: "Update Issue",
  description: "Change fields of an issue. Lists replace the old ones; what is left out stays.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.update(input))
})
