import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as PullRequests from "../client/pull-requests/PullRequests.ts"

export const createPullRequest = ToolStep.over(Operation.without(PullRequests.create, ["maintainer_can_modify"]), {
  id: "codehost_create_pull_request",
  title: "Create Pull Request",
  description: "Open a pull request, and request reviews.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.pullRequests.create(input))
})
