import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Repository } from "../schema/Repository.ts"

export const getRepositoryInfo = ToolStep.make({
  id: "codehost_get_repository_info",
  title: "Get Repository Info",
  description:
    "A repository: description, visibility, default branch, stars, forks, open issues, and what the account may do in it.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String
  }),
  output: Repository,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.repositories.get(input))
})
