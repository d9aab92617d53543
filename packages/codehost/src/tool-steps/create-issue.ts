import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Issue } from "../schema/Issue.ts"

export const createIssue = ToolStep.make({
  id: "codehost_create_issue",
  title: "Create Issue",
  description: "Open an issue in a repository.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    title: Schema.String,
    body: Schema.optionalKey(Schema.String.annotate({ description: "Markdown" })),
    labels: Schema.optionalKey(Schema.Array(Schema.String)),
    assignees: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Logins" })),
    milestone: Schema.optionalKey(Schema.Int.annotate({ description: "Its number" })),
    type: Schema.optionalKey(Schema.String.annotate({ description: "Issue type" }))
  }),
  output: Issue,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.create(input))
})
