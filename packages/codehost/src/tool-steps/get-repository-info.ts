import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Repositories from "../client/repositories/Repositories.ts"

export const getRepositoryInfo = ToolStep.over(Repositories.get, {
  id: "codehost_get_repository_info",
  title: "Get Repository Info",
  description:
    "A repository: description, visibility, default branch, stars, forks, open issues, and what the account may do in it.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.repositories.get(input))
})
