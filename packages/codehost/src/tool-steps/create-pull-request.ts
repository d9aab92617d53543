import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../client/CodeHost.ts"
import { PullRequest } from "../schema/PullRequest.ts"

export const createPullRequest = ToolStep.make({
  id: "codehost_create_pull_request",
  title: "Create Pull Request",
  description: "Open a pull request, as a draft if asked, and ask reviewers.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: ["repo"],
  cost: null,
  input: Schema.Struct({
    owner: Schema.String,
    repo: Schema.String,
    title: Schema.String,
    head: Schema.String.annotate({ description: "Branch to merge; owner:branch for a fork's" }),
    base: Schema.optionalKey(Schema.String.annotate({ description: "Default: the default branch" })),
    body: Schema.optionalKey(Schema.String.annotate({ description: "Markdown" })),
    draft: Schema.optionalKey(Schema.Boolean),
    reviewers: Schema.optionalKey(Schema.Array(Schema.String)),
    team_reviewers: Schema.optionalKey(Schema.Array(Schema.String).annotate({ description: "Team slugs" }))
  }),
  output: Schema.Struct({ ...PullRequest.fields, reviewers_problem: Schema.optionalKey(Schema.String) }),
  run: (input) => Effect.flatMap(CodeHost, (client) => client.pullRequests.create(input))
})
