/** Events of issues and pull requests, as hooks send them and as the list of a repository's issue events has them. */
import * as Schema from "effect/Schema"

import { Issue, Label, Milestone } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { PullRequest } from "../../schema/PullRequest.ts"
import { Team, User } from "../../schema/User.ts"
import { inRepository, payload } from "./Payload.ts"

const Changes = Schema.Struct({
  title: maybe(Schema.Struct({ from: maybe(Schema.String) })),
  body: maybe(Schema.Struct({ from: maybe(Schema.String) })),
  base: maybe(Schema.Unknown)
})

const details = {
  label: maybe(Label),
  assignee: maybe(User),
  milestone: maybe(Milestone),
  changes: maybe(Changes)
}

/** `issues`. */
export const issuePayload = payload(Schema.Struct({ ...inRepository, ...details, issue: Issue }))

const PullRequestPayload = Schema.Struct({
  ...inRepository,
  ...details,
  pull_request: PullRequest,
  requested_reviewer: maybe(User),
  requested_team: maybe(Team)
})

/** `pull_request`. */
export const pullRequestPayload = payload(PullRequestPayload)

/** `GET /repos/{owner}/{repo}/issues/events`: the issue is as it stands when the list is read. */
export const HistoryEvent = Schema.Struct({
  id: Schema.Int,
  event: Schema.String,
  actor: maybe(User),
  created_at: Schema.String,
  label: maybe(Schema.Struct({ name: Schema.String })),
  assignee: maybe(User),
  milestone: maybe(Schema.Struct({ title: Schema.String })),
  rename: maybe(Schema.Struct({ from: Schema.String, to: Schema.String })),
  requested_reviewer: maybe(User),
  requested_team: maybe(Team),
  /** Null where it was deleted or moved. */
  issue: maybe(Issue)
})
export type HistoryEvent = typeof HistoryEvent.Type
