import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as Repositories from "../client/repositories/Repositories.ts"

export const createRepository = ToolStep.over(
  Operation.without(Repositories.create, ["homepage", "has_issues", "has_wiki"]),
  {
    id: "codehost_create_repository",
    title: "Create Repository",
    description:
      "Create a repository of the account or an organization. Private unless private is false. auto_init makes a first commit.",
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
    scopes: ["repo"],
    cost: null,
    run: (input) => Effect.flatMap(CodeHost, (client) => client.repositories.create({ private: true, ...input }))
  }
)
