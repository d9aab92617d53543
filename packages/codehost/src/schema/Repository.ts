/** Repositories as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"
import { User } from "./User.ts"

/** What the token may do in a repository; absent where the service does not say. */
export const Rights = Schema.Struct({
  pull: maybe(Schema.Boolean),
  triage: maybe(Schema.Boolean),
  push: maybe(Schema.Boolean),
  maintain: maybe(Schema.Boolean),
  admin: maybe(Schema.Boolean)
})
export type Rights = typeof Rights.Type

/** One repository. Times are ISO 8601. */
export const Repository = Schema.Struct({
  id: Schema.Int,
  node_id: maybe(Schema.String),
  name: Schema.String,
  /** `owner/repo`. */
  full_name: Schema.String,
  owner: User,
  private: Schema.Boolean,
  /** `public`, `private` or `internal`. */
  visibility: maybe(Schema.String),
  html_url: Schema.String,
  description: maybe(Schema.String),
  homepage: maybe(Schema.String),
  fork: maybe(Schema.Boolean),
  archived: maybe(Schema.Boolean),
  default_branch: maybe(Schema.String),
  language: maybe(Schema.String),
  topics: maybe(Schema.Array(Schema.String)),
  license: maybe(Schema.Struct({ key: maybe(Schema.String), name: maybe(Schema.String) })),
  stargazers_count: maybe(Schema.Int),
  forks_count: maybe(Schema.Int),
  /** Pull requests count as issues here. */
  open_issues_count: maybe(Schema.Int),
  permissions: maybe(Rights),
  created_at: maybe(Schema.String),
  updated_at: maybe(Schema.String),
  pushed_at: maybe(Schema.String)
})
export type Repository = typeof Repository.Type
