/** Repositories as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { User } from "./User.ts"

/** The token's permissions in a repository; a field is absent if the service does not return it. */
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
  /** Pull requests are counted as issues here. */
  open_issues_count: maybe(Schema.Int),
  permissions: maybe(Rights),
  created_at: maybe(Schema.String),
  updated_at: maybe(Schema.String),
  pushed_at: maybe(Schema.String)
})
export type Repository = typeof Repository.Type

/** Identifies a repository. */
export const RepositoryName = Schema.Struct(Names.repository)
export type RepositoryName = typeof RepositoryName.Type

/** Input for creating a repository. */
export const NewRepository = Schema.Struct({
  name: Names.name(),
  /** The organization that owns it. Default: the token's owner. */
  org: Schema.optionalKey(Names.name("Default: the account itself")),
  description: Schema.optionalKey(Schema.String),
  homepage: Schema.optionalKey(Schema.String),
  /** False by default: the service creates public repositories. */
  private: Schema.optionalKey(Schema.Boolean),
  /** Creates a first commit with an empty README, so that the repository has a branch. */
  auto_init: Schema.optionalKey(Schema.Boolean),
  /** For example `Node`. */
  gitignore_template: Schema.optionalKey(Schema.String),
  /** For example `mit`. */
  license_template: Schema.optionalKey(Schema.String),
  has_issues: Schema.optionalKey(Schema.Boolean),
  has_wiki: Schema.optionalKey(Schema.Boolean)
})
export type NewRepository = typeof NewRepository.Type

/** Input for listing the repositories that the token can access. */
export const OwnRepositories = Schema.Struct({
  visibility: Schema.optionalKey(Schema.Literals(["all", "public", "private"])),
  sort: Schema.optionalKey(Schema.Literals(["created", "updated", "pushed", "full_name"])),
  direction: Schema.optionalKey(Schema.Literals(["asc", "desc"]))
})
export type OwnRepositories = typeof OwnRepositories.Type
