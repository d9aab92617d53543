import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Issues from "../client/Issues.ts"

export const createIssue = ToolStep.over(Issues.create, {
  id: "codehost_create_issue",
  title: "Create Issue",
  description: "Open an issue in a repository.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.create(input))
})
