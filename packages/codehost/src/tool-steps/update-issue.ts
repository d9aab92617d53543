import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Issues from "../client/Issues.ts"
import { AgentIssueChange } from "../schema/Issue.ts"

export const updateIssue = ToolStep.over(Operation.make({ ...Issues.update, input: AgentIssueChange }), {
  id: "codehost_update_issue",
  title: "Update Issue",
  description:
    'Change fields of an issue. Lists replace the old ones, "none" removes milestone or type, what is left out stays.',
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: ({ milestone, type, ...input }) =>
    Effect.flatMap(CodeHost, (client) =>
      client.issues.update({
        ...input,
        ...(milestone !== undefined && { milestone: milestone === "none" ? null : Number(milestone) }),
        ...(type !== undefined && { type: type === "none" ? null : type })
      })
    )
})
