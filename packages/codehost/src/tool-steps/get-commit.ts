import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Commit } from "../schema/Commit.ts"

export const getCommit = ToolStep.make({
  id: "codehost_get_commit",
  title: "Get Commit",
  description:
    "A commit by its sha, branch or tag. detail: none, stats (files and lines changed; the default) or patch (with diffs).",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    ref: Schema.String,
    detail: Schema.optionalKey(Schema.Literals(["none", "stats", "patch"]))
  }),
  output: Commit,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.commits.get(input))
})
