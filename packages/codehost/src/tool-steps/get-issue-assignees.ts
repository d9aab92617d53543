import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { User } from "../schema/User.ts"

export const getIssueAssignees = ToolStep.make({
  id: "codehost_get_issue_assignees",
  title: "Get Issue Assignees",
  description: "Who an issue or pull request is assigned to; not who could be.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    issue_number: Schema.Int
  }),
  output: Schema.Struct({ assignees: Schema.Array(User) }),
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.assignees(input))
})
