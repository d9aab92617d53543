/** Collaborators of a repository and their permissions. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { User } from "./User.ts"

/** The permission levels that the service accepts. */
export const Permission = Schema.Literals(["pull", "triage", "push", "maintain", "admin"])
export type Permission = typeof Permission.Type

/** A user's permission in a repository. */
export const CollaboratorPermission = Schema.Struct({
  /** `admin`, `write`, `read` or `none`. */
  permission: Schema.String,
  /** The more specific role, such as `maintain`, `triage` or a custom role of the organization. */
  role_name: maybe(Schema.String),
  user: maybe(User)
})
export type CollaboratorPermission = typeof CollaboratorPermission.Type

/** An invitation that the user has not accepted yet. */
export const Invitation = Schema.Struct({
  id: Schema.Int,
  /** `read`, `triage`, `write`, `maintain` or `admin`. */
  permissions: maybe(Schema.String),
  html_url: maybe(Schema.String)
})
export type Invitation = typeof Invitation.Type

/** The result of adding a collaborator. */
export const CollaboratorChange = Schema.Struct({
  /**
   * `invited`: the user must accept first. `updated`: the user already was a collaborator, or is a member of the
   * organization.
   */
  outcome: Schema.Literals(["invited", "updated"]),
  invitation: Schema.optionalKey(Invitation),
  /** The permission or role that the user has now, or will have after accepting, as the service names it: `write`. */
  permission: Schema.optionalKey(Schema.String),
  /** Says that it is another one than was asked for, and why that may be. */
  notice: Schema.optionalKey(Schema.String)
})
export type CollaboratorChange = typeof CollaboratorChange.Type

/** Identifies a collaborator. */
export const CollaboratorName = Schema.Struct({ ...Names.repository, username: Names.login() })
export type CollaboratorName = typeof CollaboratorName.Type

/** Input for adding a collaborator with a permission level. */
export const NewPermission = Schema.Struct({ ...CollaboratorName.fields, permission: Permission })
export type NewPermission = typeof NewPermission.Type
