/** Pushes and commits as their events report them. */
import * as Schema from "effect/Schema"

import { eventFields } from "./IssueEvent.ts"

/** A commit; reported once per repository, and to a filter for branches once per branch. */
export const CommitEvent = Schema.Struct({
  ...eventFields,
  sha: Schema.String,
  branch: Schema.String,
  message: Schema.String,
  /** The author's login, or else the author name in the commit. */
  author: Schema.optionalKey(Schema.String),
  /** Files that the commit changed; absent if the service does not list them. */
  paths: Schema.optionalKey(Schema.Array(Schema.String)),
  /** False if another branch had the commit before. Such an event is only for subscriptions that filter by branch. */
  distinct: Schema.optionalKey(Schema.Literal(false))
})
export type CommitEvent = typeof CommitEvent.Type

/** A push to a branch or tag, including one that deletes it. */
export const PushEvent = Schema.Struct({
  ...eventFields,
  /** For example `refs/heads/feature/a`. */
  ref: Schema.String,
  ref_type: Schema.Literals(["branch", "tag"]),
  /** For example `feature/a`. */
  name: Schema.String,
  /** All zeros if the push created the branch or tag. */
  before: Schema.String,
  /** All zeros if the push deleted the branch or tag. */
  after: Schema.String,
  created: Schema.Boolean,
  deleted: Schema.Boolean,
  forced: Schema.Boolean,
  /** Number of commits; absent if the service does not give it, as in its event of 2,048 commits or more. */
  commit_count: Schema.optionalKey(Schema.Int),
  /** The newest 20 commits. */
  commits: Schema.optionalKey(Schema.Array(Schema.Struct({ sha: Schema.String, message: Schema.String }))),
  paths: Schema.optionalKey(Schema.Array(Schema.String))
})
export type PushEvent = typeof PushEvent.Type
