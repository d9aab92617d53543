// Finds the repository or organization of a hook and checks access: administrators of a repository and owners of an
// organization. Everyone else gets 404.

import { owns } from "../accounts/accounts.ts"
import { accountOf } from "../accounts/routes.ts"
import { type Context, viewerOf, wholeParam } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { hasRole, roleOf } from "../repositories/repositories.ts"
import type { Hook } from "./hooks.ts"

export const targetOf = (context: Context): Hook["target"] => {
  const { params, repository, world } = context
  const viewer = viewerOf(context)
  if (params["org"] !== undefined) {
    const organization = accountOf(context, "org")
    if (!owns(organization, viewer.id)) throw notFound()
    return { kind: "organization", id: organization.id }
  }
  if (repository === undefined || !hasRole(roleOf(world, repository, viewer), "admin")) throw notFound()
  return { kind: "repository", id: repository.id }
}

/** The hook named in the path. */
export const hookOf = (context: Context): Hook => {
  const { id, kind } = targetOf(context)
  const hook = context.world.hooks.hooks.get(wholeParam(context, "hook_id"))
  if (hook === undefined || hook.target.kind !== kind || hook.target.id !== id) throw notFound()
  return hook
}
