/** Records that events and the lists of polls share, or that only polls read. Times are ISO 8601. */
import * as Schema from "effect/Schema"

import { Comment, Issue } from "../../schema/Issue.ts"
import { maybe } from "../../schema/maybe.ts"
import { Team, User } from "../../schema/User.ts"
import { WorkflowRun } from "../../schema/Workflow.ts"

/** A comment as events and lists return it. Its `html_url` shows what was commented on. */
export const ThreadComment = Schema.Struct({ ...Comment.fields, path: maybe(Schema.String) })
export type ThreadComment = typeof ThreadComment.Type

/** A fork as events and lists return it. */
export const Fork = Schema.Struct({
  id: Schema.Int,
  full_name: Schema.String,
  html_url: Schema.String,
  owner: maybe(Schema.Struct({ login: Schema.String })),
  created_at: maybe(Schema.String)
})
export type Fork = typeof Fork.Type

/** A run as events and lists return it. */
export const Run = Schema.Struct({
  ...WorkflowRun.fields,
  /** Who started its last attempt. The actor started the first. */
  triggering_actor: maybe(User)
})
export type Run = typeof Run.Type

/** Who started the last attempt of a run. */
export const lastStarter = ({ triggering_actor, actor }: Run): string | undefined => (triggering_actor ?? actor)?.login

/** A job of a run, as events and lists return it. */
export const Job = Schema.Struct({
  id: Schema.Int,
  run_id: Schema.Int,
  run_attempt: maybe(Schema.Int),
  name: Schema.String,
  workflow_name: maybe(Schema.String),
  head_branch: maybe(Schema.String),
  head_sha: Schema.String,
  html_url: maybe(Schema.String),
  status: Schema.String,
  conclusion: maybe(Schema.String),
  created_at: maybe(Schema.String),
  started_at: maybe(Schema.String),
  completed_at: maybe(Schema.String),
  runner_name: maybe(Schema.String)
})
export type Job = typeof Job.Type

/** A card of a classic board; `note` is null if the card shows an issue. */
export const Card = Schema.Struct({
  id: Schema.Int,
  note: maybe(Schema.String),
  /** API address of the card's issue or pull request. */
  content_url: maybe(Schema.String),
  updated_at: Schema.String
})
export type Card = typeof Card.Type

/**
 * An item of `GET /repos/{owner}/{repo}/stargazers`, in the media type that includes `starred_at`. The user is null if
 * the account was deleted.
 */
export const Stargazer = Schema.Struct({ starred_at: Schema.String, user: Schema.NullOr(User) })

/** An item of `GET /repos/{owner}/{repo}/collaborators`. */
export const Collaborator = Schema.Struct({ ...User.fields, role_name: maybe(Schema.String) })

/**
 * An item of `GET /repos/{owner}/{repo}/issues/events`. Its issue is in the state at the time of the request, not of
 * the event.
 */
export const HistoryEvent = Schema.Struct({
  id: Schema.Int,
  event: Schema.String,
  actor: maybe(User),
  created_at: Schema.String,
  /** The published description lets the name be null. */
  label: maybe(Schema.Struct({ name: maybe(Schema.String) })),
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
