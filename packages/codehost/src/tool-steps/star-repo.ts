import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"

export const starRepo = ToolStep.make({
  id: "codehost_star_repo",
  title: "Star Repo",
  description: "Star a repository for the account. Starring again changes nothing.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: ["public_repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String
  }),
  output: Schema.Struct({ starred: Schema.Literal(true) }),
  run: (input) => Effect.flatMap(CodeHost, (client) => client.repositories.star(input))
})
