import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Comment } from "../schema/Issue.ts"

export const createIssueComment = ToolStep.make({
  id: "codehost_create_issue_comment",
  title: "Create Issue Comment",
  description: "Comment on an issue or a pull request.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    issue_number: Schema.Int,
    body: Schema.String.annotate({ description: "Markdown" })
  }),
  output: Comment,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.comment(input))
})
