// Transfers a repository to another owner. Its former name leads to it, as after a rename.
// Source: https://docs.github.com/en/rest/repos/repos#transfer-a-repository

import { accountById, findAccount } from "../accounts/accounts.ts"
import { emit } from "../domain-events/domain-events.ts"
import { type Context, repositoryOf, viewerOf } from "../frame/context.ts"
import { forbidden, validationFailed } from "../frame/errors.ts"
import { optionalText, requiredText } from "../frame/fields.ts"
import { accepted, type Reply } from "../frame/reply.ts"
import { minimalRepository } from "../records/repository.ts"
import { simpleUser } from "../records/user.ts"
import { freeName } from "./create.ts"
import { addRepository } from "./repositories.ts"

/** The transfer takes effect immediately, but the response still names the former owner, as the service's does. */
export const transfer = (context: Context): Reply => {
  const repository = repositoryOf(context, "admin")
  const { body, urls, world } = context
  const viewer = viewerOf(context)
  const login = requiredText(body, "new_owner")
  const owner = findAccount(world, login)
  if (owner === undefined || owner.id === repository.ownerId) {
    throw validationFailed({ resource: "Repository", code: "invalid", field: "new_owner", value: login })
  }
  if (owner.type === "Organization" && !owner.members.has(viewer.id)) {
    throw forbidden(`You don't have the permission to create public repositories on ${owner.login}`)
  }
  const name = freeName(context, owner, optionalText(body, "new_name") ?? repository.name)
  const record = minimalRepository(world, urls, repository, viewer)
  const former = accountById(world, repository.ownerId)
  repository.ownerId = owner.id
  repository.name = name
  repository.collaborators.delete(owner.id)
  repository.updatedAt = context.stamp()
  addRepository(world, repository)
  const from = { [former.type === "Organization" ? "organization" : "user"]: simpleUser(urls, former) }
  emit(world, "repository", repository, { action: "transferred", changes: { owner: { from } } })
  return accepted(record)
}
