// Reads, updates and deletes a repository.
// Source: https://docs.github.com/en/rest/repos/repos#update-a-repository

import { accountById } from "../accounts/accounts.ts"
import { emit } from "../domain-events/domain-events.ts"
import { hasScope } from "../frame/auth.ts"
import { type Context, repositoryOf, viewerOf } from "../frame/context.ts"
import { forbidden, validationFailed } from "../frame/errors.ts"
import { optionalFlag, optionalText } from "../frame/fields.ts"
import { noContent, ok, type Reply } from "../frame/reply.ts"
import { hooksAt } from "../hooks/hooks.ts"
import { fullRepository } from "../records/repository.ts"
import { freeName, settingsOf } from "./create.ts"
import { addRepository, hasRole, type Repository, roleOf } from "./repositories.ts"

const record = (context: Context, repository: Repository) =>
  fullRepository(context.world, context.urls, repository, context.viewer)

export const getRepository = (context: Context): Reply => {
  const repository = repositoryOf(context)
  return ok(record(context, repository), { "last-modified": new Date(repository.updatedAt).toUTCString() })
}

/** The path's repository, for administrators. An archived repository can only be unarchived. */
const administeredRepository = (context: Context): Repository => {
  const repository = repositoryOf(context)
  const role = roleOf(context.world, repository, viewerOf(context))
  if (!hasRole(role, "admin")) throw forbidden("Must have admin rights to Repository.")
  if (repository.archived && optionalFlag(context.body, "archived") !== false) {
    throw forbidden("Repository was archived so is read-only.")
  }
  return repository
}

export const updateRepository = (context: Context): Reply => {
  const repository = administeredRepository(context)
  const { body, world } = context
  const settings = settingsOf(context)
  const branch = optionalText(body, "default_branch")
  if (branch !== undefined && !repository.git.refs.has(`refs/heads/${branch}`)) {
    throw validationFailed({
      resource: "Repository",
      code: "invalid",
      field: "default_branch",
      message: `The branch ${branch} was not found. Please push that ref first or create it via the Git Data API.`
    })
  }
  const name = optionalText(body, "name")
  if (name !== undefined && name !== repository.name) {
    const changes = { repository: { name: { from: repository.name } } }
    repository.name = freeName(context, accountById(world, repository.ownerId), name)
    emit(world, "repository", repository, { action: "renamed", changes })
    // The former name remains registered and leads to this repository.
    addRepository(world, repository)
  }
  const wasPrivate = repository.private
  const wasArchived = repository.archived
  Object.assign(repository, settings)
  repository.defaultBranch = branch ?? repository.defaultBranch
  repository.archived = optionalFlag(body, "archived") ?? repository.archived
  repository.updatedAt = context.stamp()
  const { archived, private: isPrivate } = repository
  if (isPrivate !== wasPrivate) {
    emit(world, "repository", repository, { action: isPrivate ? "privatized" : "publicized" })
  }
  if (archived !== wasArchived) emit(world, "repository", repository, { action: archived ? "archived" : "unarchived" })
  return ok(record(context, repository))
}

export const deleteRepository = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const { token, world } = context
  const isScoped = token !== undefined && (token.kind === "classic" || token.kind === "oauth")
  const mayDelete = !isScoped || hasScope(token, "delete_repo")
  if (!mayDelete || !hasRole(roleOf(world, repository, viewerOf(context)), "admin")) {
    throw forbidden("Must have admin rights to Repository.")
  }
  world.repositories.byId.delete(repository.id)
  for (const { id } of hooksAt(world.hooks, "repository", repository.id)) world.hooks.hooks.delete(id)
  // The organization's hooks still exist and receive the event.
  emit(world, "repository", repository, { action: "deleted" })
  for (const [name, one] of world.repositories.byName) if (one === repository) world.repositories.byName.delete(name)
  return noContent
}
