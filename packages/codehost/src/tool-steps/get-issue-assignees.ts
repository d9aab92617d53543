import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Issues from "../client/Issues.ts"

export const getIssueAssignees = ToolStep.over(Issues.assignees, {
  id: "codehost_get_issue_assignees",
  title: "Get Issue Assignees",
  description: "Who an issue or pull request is assigned to; not who could be.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.assignees(input))
})
