/** Branches and refs as the service writes them. */
import * as Schema from "effect/Schema"

import { maybe } from "../internal/maybe.ts"

/** One branch. */
export const Branch = Schema.Struct({
  /** Its slashes included: `feature/a/b`. */
  name: Schema.String,
  commit: Schema.Struct({ sha: Schema.String, html_url: maybe(Schema.String) }),
  protected: maybe(Schema.Boolean)
})
export type Branch = typeof Branch.Type

/** A git reference: `GET /git/ref/{ref}`. */
export const Ref = Schema.Struct({
  /** `refs/heads/main`. */
  ref: Schema.String,
  object: Schema.Struct({ sha: Schema.String, type: maybe(Schema.String) })
})
export type Ref = typeof Ref.Type

/** A branch that was created. */
export const CreatedBranch = Schema.Struct({
  name: Schema.String,
  ref: Schema.String,
  /** The commit that it starts at. */
  sha: Schema.String,
  /** The branch that it was taken from; absent where a commit was given. */
  source: Schema.optionalKey(Schema.String)
})
export type CreatedBranch = typeof CreatedBranch.Type
