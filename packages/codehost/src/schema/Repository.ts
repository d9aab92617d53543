/** Repositories as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
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

/** Names a repository. */
export const RepositoryName = Schema.Struct(Names.repository)
export type RepositoryName = typeof RepositoryName.Type

/** A repository to be. */
export const NewRepository = Schema.Struct({
  name: Names.name(),
  /** The organization that owns it; by default the token's owner does. */
  org: Schema.optionalKey(Names.name("Default: the account itself")),
  description: Schema.optionalKey(Schema.String),
  homepage: Schema.optionalKey(Schema.String),
  /** False by default: the service makes public repositories. */
  private: Schema.optionalKey(Schema.Boolean),
  /** Begins with an empty README, so that there is a branch to work on. */
  auto_init: Schema.optionalKey(Schema.Boolean),
  /** Such as `Node`. */
  gitignore_template: Schema.optionalKey(Schema.String),
  /** Such as `mit`. */
  license_template: Schema.optionalKey(Schema.String),
  has_issues: Schema.optionalKey(Schema.Boolean),
  has_wiki: Schema.optionalKey(Schema.Boolean)
})
export type NewRepository = typeof NewRepository.Type

/** Which of the repositories that the token reaches. */
export const OwnRepositories = Schema.Struct({
  visibility: Schema.optionalKey(Schema.Literals(["all", "public", "private"])),
  sort: Schema.optionalKey(Schema.Literals(["created", "updated", "pushed", "full_name"])),
  direction: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
})
export type OwnRepositories = typeof OwnRepositories.Type
