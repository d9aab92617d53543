/** Branches and git references as the service returns them. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"

/** One branch. */
export const Branch = Schema.Struct({
  /** Includes slashes: `feature/a/b`. */
  name: Schema.String,
  commit: Schema.Struct({ sha: Schema.String, html_url: maybe(Schema.String) }),
  protected: maybe(Schema.Boolean)
})
export type Branch = typeof Branch.Type

/** A git reference: `GET /git/ref/{ref}`. */
export const Ref = Schema.Struct({
  /** For example `refs/heads/main`. */
  ref: Schema.String,
  object: Schema.Struct({ sha: Schema.String, type: maybe(Schema.String) })
})
export type Ref = typeof Ref.Type

/** A branch that was created. */
export const CreatedBranch = Schema.Struct({
  name: Schema.String,
  ref: Schema.String,
  /** The commit that the branch starts at. */
  sha: Schema.String,
  /** The branch that it was created from; absent if a commit was given. */
  source: Schema.optionalKey(Schema.String)
})
export type CreatedBranch = typeof CreatedBranch.Type

/** Identifies a branch, including its slashes: `feature/a/b`. */
export const BranchName = Schema.Struct({ ...Names.repository, branch: Names.branch() })
export type BranchName = typeof BranchName.Type

/** Input for listing branches. */
export const BranchQuery = Schema.Struct({ ...Names.repository, protected: Schema.optionalKey(Schema.Boolean) })
export type BranchQuery = typeof BranchQuery.Type

/** Input for creating a branch. It starts at either `source` or `sha`; giving both is an error. */
export const NewBranch = Schema.Struct({
  ...BranchName.fields,
  /** Default: the repository's default branch, unless `sha` is given. */
  source: Schema.optionalKey(Names.branch("Branch to start from")),
  sha: Schema.optionalKey(Names.sha("Commit to start at"))
})
export type NewBranch = typeof NewBranch.Type
