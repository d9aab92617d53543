/** Pushes and commits as their events tell of them. */
import * as Schema from "effect/Schema"

import { eventFields } from "./IssueEvent.ts"

/** A commit, once for the whole repository. */
export const CommitEvent = Schema.Struct({
  ...eventFields,
  sha: Schema.String,
  branch: Schema.String,
  message: Schema.String,
  /** The author's login, or else the name that the commit bears. */
  author: Schema.optionalKey(Schema.String),
  /** Files that it changed; absent where the service does not say. */
  paths: Schema.optionalKey(Schema.Array(Schema.String))
})
export type CommitEvent = typeof CommitEvent.Type

/** A push to a branch or tag; one that deletes it too. */
export const PushEvent = Schema.Struct({
  ...eventFields,
  /** `refs/heads/feature/a`. */
  ref: Schema.String,
  ref_type: Schema.Literals(["branch", "tag"]),
  /** `feature/a`. */
  name: Schema.String,
  /** All zeros where it was made. */
  before: Schema.String,
  /** All zeros where it was deleted. */
  after: Schema.String,
  created: Schema.Boolean,
  deleted: Schema.Boolean,
  forced: Schema.Boolean,
  /** How many; absent where the service does not say. */
  commit_count: Schema.optionalKey(Schema.Int),
  /** The newest 20. */
  commits: Schema.optionalKey(Schema.Array(Schema.Struct({ sha: Schema.String, message: Schema.String }))),
  paths: Schema.optionalKey(Schema.Array(Schema.String))
})
export type PushEvent = typeof PushEvent.Type
