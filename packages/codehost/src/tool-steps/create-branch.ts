import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { CreatedBranch } from "../schema/Branch.ts"

export const createBranch = ToolStep.make({
  id: "codehost_create_branch",
  title: "Create Branch",
  description: "Create a branch from another one, by default from the default branch, or at a commit.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    branch: Schema.String,
    source: Schema.optionalKey(Schema.String.annotate({ description: "Branch to start from" })),
    sha: Schema.optionalKey(Schema.String.annotate({ description: "Commit to start at" }))
  }),
  output: CreatedBranch,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.branches.create(input))
})
