/** Collaborators of a repository and their permission. */
import * as Schema from "effect/Schema"

import { maybe } from "./maybe.ts"
import * as Names from "./names.ts"
import { User } from "./User.ts"

/** The permission levels that the service takes. */
export const Permission = Schema.Literals(["pull", "triage", "push", "maintain", "admin"])
export type Permission = typeof Permission.Type

/** What a user may do in a repository. */
export const CollaboratorPermission = Schema.Struct({
  /** `admin`, `write`, `read` or `none`. */
  permission: Schema.String,
  /** The finer role, such as `maintain`, `triage` or one of the organization's own. */
  role_name: maybe(Schema.String),
  user: maybe(User)
})
export type CollaboratorPermission = typeof CollaboratorPermission.Type

/** An invitation that its user has yet to accept. */
export const Invitation = Schema.Struct({
  id: Schema.Int,
  /** `read`, `triage`, `write`, `maintain` or `admin`. */
  permissions: maybe(Schema.String),
  html_url: maybe(Schema.String)
})
export type Invitation = typeof Invitation.Type

/** The result of adding a collaborator. */
export const CollaboratorChange = Schema.Struct({
  /** `invited`: the user must accept first. `updated`: the user was a collaborator, or is a member of the organization. */
  outcome: Schema.Literals(["invited", "updated"]),
  invitation: Schema.optionalKey(Invitation)
})
export type CollaboratorChange = typeof CollaboratorChange.Type

/** Names a collaborator. */
export const CollaboratorName = Schema.Struct({ ...Names.repository, username: Names.login() })
export type CollaboratorName = typeof CollaboratorName.Type

/** A collaborator, and what they may do. */
export const NewPermission = Schema.Struct({ ...CollaboratorName.fields, permission: Permission })
export type NewPermission = typeof NewPermission.Type
