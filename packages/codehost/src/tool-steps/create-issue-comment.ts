import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Issues from "../client/Issues.ts"

export const createIssueComment = ToolStep.over(Issues.comment, {
  id: "codehost_create_issue_comment",
  title: "Create Issue Comment",
  description: "Comment on an issue or a pull request.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.comment(input))
})
