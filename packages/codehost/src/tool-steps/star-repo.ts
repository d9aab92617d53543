import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Repositories from "../client/repositories/Repositories.ts"

export const starRepo = ToolStep.over(Repositories.star, {
  id: "codehost_star_repo",
  title: "Star Repo",
  description: "Star a repository, or keep its star.",
  hints: { readOnly: false, destructive: false, idempotent: true, openWorld: true },
  scopes: ["public_repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.repositories.star(input))
})
