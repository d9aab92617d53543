import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Issue } from "../schema/Issue.ts"

export const updateIssue = ToolStep.make({
  id: "codehost_update_issue",
  title: "Update Issue",
  description:
    "Change an issue's title, body, state, labels, assignees, milestone or type. Lists replace the old ones; what is left out stays.",
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    issue_number: Schema.Int,
    title: Schema.optionalKey(Schema.String),
    body: Schema.optionalKey(Schema.String),
    state: Schema.optionalKey(Schema.Literals(["open", "closed"])),
    state_reason: Schema.optionalKey(Schema.Literals(["completed", "not_planned", "duplicate", "reopened"])),
    labels: Schema.optionalKey(Schema.Array(Schema.String)),
    assignees: Schema.optionalKey(Schema.Array(Schema.String)),
    milestone: Schema.optionalKey(Schema.NullOr(Schema.Int)),
    type: Schema.optionalKey(Schema.NullOr(Schema.String))
  }),
  output: Issue,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.issues.update(input))
})
