// Collaborators of a repository, their permissions, and invitations.
// Source: https://docs.github.com/en/rest/collaborators/collaborators

import { type Account, accountById, findAccount } from "../accounts/accounts.ts"
import { emit } from "../domain-events/domain-events.ts"
import { type Context, param, repositoryOf, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, notFound, unprocessable, validationFailed } from "../frame/errors.ts"
import { optionalText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { nodeId } from "../records/node-id.ts"
import { minimalRepository, permissionsOf, repositoryPage, roleName } from "../records/repository.ts"
import { simpleUser } from "../records/user.ts"
import { hasRole, type Invitation, type Repository, type Role, roleOf, roles } from "./repositories.ts"

const collaborator = ({ urls }: Context, account: Account, role: Role | undefined) => ({
  ...simpleUser(urls, account),
  permissions: permissionsOf(role),
  role_name: role === undefined ? "none" : roleName(role)
})

/** One of the four legacy permission names. */
const legacyPermission = (role: Role | undefined): string => {
  if (role === undefined) return "none"
  return hasRole(role, "admin") ? "admin" : hasRole(role, "push") ? "write" : "read"
}

const namedAccount = (context: Context): Account => {
  const account = findAccount(context.world, param(context, "username"))
  if (account === undefined || account.type === "Organization") throw notFound()
  return account
}

/**
 * The people of an affiliation: `direct` means collaborators, `outside` collaborators who are not members of the
 * organization. Any other value includes the owner or the organization's members.
 */
const peopleOf = ({ world }: Context, repository: Repository, affiliation: string): ReadonlyArray<Account> => {
  const owner = accountById(world, repository.ownerId)
  const inside = owner.type === "Organization" ? [...owner.members.keys()] : [owner.id]
  const direct = [...repository.collaborators.keys()]
  const ids =
    affiliation === "outside"
      ? direct.filter((id) => !inside.includes(id))
      : affiliation === "direct"
        ? direct
        : [...new Set([...inside, ...direct])]
  return ids.map((id) => accountById(world, id))
}

export const listCollaborators = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const least = roles.find((role) => role === context.query.get("permission")) ?? "pull"
  const people = peopleOf(context, repository, context.query.get("affiliation") ?? "all")
  const role = (account: Account): Role | undefined => roleOf(context.world, repository, account)
  return paginate(
    context,
    people.filter((account) => hasRole(role(account), least)),
    (account) => collaborator(context, account, role(account))
  )
}

export const isCollaborator = (context: Context): Reply => {
  const repository = repositoryOf(context, "push")
  const account = namedAccount(context)
  if (!peopleOf(context, repository, "all").includes(account)) throw notFound()
  return noContent
}

export const getPermission = (context: Context): Reply => {
  const repository = repositoryOf(context)
  if (!hasRole(roleOf(context.world, repository, viewerOf(context)), "push")) {
    throw forbidden("Must have push access to view collaborator permission.")
  }
  const account = namedAccount(context)
  const role = roleOf(context.world, repository, account)
  return ok({
    permission: legacyPermission(role),
    role_name: role === undefined ? "none" : roleName(role),
    user: collaborator(context, account, role)
  })
}

const invitationRecord = (context: Context, repository: Repository, invitation: Invitation) => {
  const { urls, viewer, world } = context
  const person = (id: number) => simpleUser(urls, accountById(world, id))
  return {
    id: invitation.id,
    node_id: nodeId("RI", invitation.id, repository.id),
    repository: minimalRepository(world, urls, repository, viewer),
    invitee: person(invitation.inviteeId),
    inviter: person(invitation.inviterId),
    permissions: roleName(invitation.role),
    created_at: invitation.createdAt,
    expired: false,
    url: `${urls.api}/user/repository_invitations/${invitation.id}`,
    html_url: `${repositoryPage(world, urls, repository)}/invitations`
  }
}

const askedRole = (context: Context): Role => {
  const permission = optionalText(context.body, "permission") ?? "push"
  const role = roles.find((one) => one === permission)
  if (role !== undefined) return role
  throw validationFailed({ resource: "Repository", code: "invalid", field: "permission", value: permission })
}

/**
 * Responds with 204 if the person already has access and the role changes, and with 201 and an invitation otherwise.
 */
export const putCollaborator = (context: Context): Reply => {
  const repository = repositoryOf(context, "admin")
  const account = namedAccount(context)
  const owner = accountById(context.world, repository.ownerId)
  const asked = askedRole(context)
  // In repositories of people, all collaborators may write.
  const role = owner.type === "Organization" ? asked : "push"
  if (owner.id === account.id) throw unprocessable("Repository owner cannot be a collaborator")
  if (repository.collaborators.has(account.id) || owner.members.has(account.id)) {
    const from = repository.collaborators.get(account.id)
    repository.collaborators.set(account.id, role)
    if (from !== role) {
      const action = from === undefined ? "added" : "edited"
      emit(context.world, "member", repository, {
        action,
        personId: account.id,
        role,
        ...(from === undefined ? {} : { from })
      })
    }
    return noContent
  }
  const pending = [...repository.invitations.values()].find(({ inviteeId }) => inviteeId === account.id)
  const invitation: Invitation = pending ?? {
    id: context.world.ids.next("invitation"),
    inviteeId: account.id,
    inviterId: viewerOf(context).id,
    role,
    createdAt: context.stamp()
  }
  invitation.role = role
  repository.invitations.set(invitation.id, invitation)
  return created(invitationRecord(context, repository, invitation))
}

/** Removes a collaborator. Succeeds if there is none. */
export const deleteCollaborator = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const account = namedAccount(context)
  // Everyone may remove themselves.
  if (account.id !== viewerOf(context).id) repositoryOf(context, "admin")
  const role = repository.collaborators.get(account.id)
  repository.collaborators.delete(account.id)
  if (role !== undefined) emit(context.world, "member", repository, { action: "removed", personId: account.id, role })
  for (const { id, inviteeId } of repository.invitations.values()) {
    if (inviteeId === account.id) repository.invitations.delete(id)
  }
  return noContent
}

export const listInvitations = (context: Context): Reply => {
  const repository = repositoryOf(context, "admin")
  return paginate(context, [...repository.invitations.values()], (invitation) =>
    invitationRecord(context, repository, invitation)
  )
}

export const acceptInvitation = (context: Context): Reply => {
  const id = wholeParam(context, "invitation_id")
  const viewer = viewerOf(context)
  for (const repository of context.world.repositories.byId.values()) {
    const invitation = repository.invitations.get(id)
    if (invitation === undefined || invitation.inviteeId !== viewer.id) continue
    repository.invitations.delete(id)
    repository.collaborators.set(viewer.id, invitation.role)
    emit(context.world, "member", repository, { action: "added", personId: viewer.id, role: invitation.role })
    return noContent
  }
  throw notFound()
}
