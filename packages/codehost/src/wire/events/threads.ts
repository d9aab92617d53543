/** Events of issues and pull requests, as webhook payloads and as items of the repository's list of issue events. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { Issue, Label, Milestone } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { PullRequest } from "../../schema/PullRequest.ts"
import { Team, User } from "../../schema/User.ts"
import { inRepository, listed, payload } from "./Payload.ts"

const Changes = Schema.Struct({
  title: maybe(Schema.Struct({ from: maybe(Schema.String) })),
  body: maybe(Schema.Struct({ from: maybe(Schema.String) })),
  base: maybe(Schema.Unknown),
  /** Where an issue was before it was transferred. */
  old_issue: maybe(Schema.Struct({ number: Schema.Int })),
  old_repository: maybe(Schema.Struct({ full_name: Schema.String }))
})

const details = {
  label: maybe(Label),
  assignee: maybe(User),
  milestone: maybe(Milestone),
  changes: maybe(Changes)
}

/** The lists of an issue or a pull request. Those that no trigger reads, such as its reviewers, are left out. */
const lists = { labels: listed(Schema.Union([Label, Schema.String])), assignees: listed(User) }

/** Payload of `issues` events. */
export const issuePayload = payload(
  Schema.Struct({ ...inRepository, ...details, issue: Schema.Struct({ ...Issue.fields, ...lists }) })
)

const PullRequestPayload = Schema.Struct({
  ...inRepository,
  ...details,
  pull_request: Schema.Struct({
    ...Struct.omit(PullRequest.fields, ["requested_reviewers", "requested_teams"]),
    ...lists,
    labels: listed(Label)
  }),
  requested_reviewer: maybe(User),
  requested_team: maybe(Team)
})

/** Payload of `pull_request` events. */
export const pullRequestPayload = payload(PullRequestPayload)

/**
 * An item of `GET /repos/{owner}/{repo}/issues/events`. Its issue is in the state at the time of the request, not of
 * the event.
 */
export const HistoryEvent = Schema.Struct({
  id: Schema.Int,
  event: Schema.String,
  actor: maybe(User),
  created_at: Schema.String,
  label: maybe(Schema.Struct({ name: Schema.String })),
  assignee: maybe(User),
  /** Who assigned or unassigned. The actor of such an event is the assignee. */
  assigner: maybe(User),
  milestone: maybe(Schema.Struct({ title: Schema.String })),
  rename: maybe(Schema.Struct({ from: Schema.String, to: Schema.String })),
  requested_reviewer: maybe(User),
  requested_team: maybe(Team),
  /** Null if the issue was deleted or transferred. */
  issue: maybe(Issue)
})
export type HistoryEvent = typeof HistoryEvent.Type
