import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { Reviewers } from "../schema/Review.ts"

export const getReviewers = ToolStep.make({
  id: "codehost_get_reviewers",
  title: "Get Reviewers",
  description:
    "Everybody whose review of a pull request is requested or given, users and teams, each with where the review stands.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    pull_number: Schema.Int,
    max_kb: AnswerSize.maxKb
  }),
  output: Reviewers,
  run: (input) => Effect.flatMap(CodeHost, (client) => client.pullRequests.reviewers(input))
})
