import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"

import { CodeHost } from "../client/CodeHost.ts"
import * as PullRequests from "../client/pull-requests/PullRequests.ts"

export const getReviewers = ToolStep.over(PullRequests.reviewers, {
  id: "codehost_get_reviewers",
  title: "Get Reviewers",
  description:
    "Users and teams whose review of a pull request is requested or given, each with the state of the review.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  own: { max_kb: AnswerSize.maxKb },
  run: (input) => Effect.flatMap(CodeHost, (client) => client.pullRequests.reviewers(input))
})
