import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import * as Branches from "../client/Branches.ts"
import { CodeHost } from "../client/CodeHost.ts"

export const createBranch = ToolStep.over(Branches.create, {
  id: "codehost_create_branch",
  title: "Create Branch",
  description: "Create a branch from another one (by default the default branch) or at a commit.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.branches.create(input))
})
