// Stars and subscriptions. A star is a bookmark; a subscriber gets notifications.
// Source: https://docs.github.com/en/rest/activity/starring, https://docs.github.com/en/rest/activity/watching

import { accountById } from "../accounts/accounts.ts"
import { accountOf } from "../accounts/routes.ts"
import { emit } from "../domain-events/domain-events.ts"
import { tokenSees } from "../frame/auth.ts"
import { type Context, repositoryOf, viewerOf } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { optionalFlag } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { noContent, ok, type Reply } from "../frame/reply.ts"
import { repositoryPolicy } from "../policies/policies.ts"
import { minimalRepository, repositoryUrl } from "../records/repository.ts"
import { simpleUser } from "../records/user.ts"
import type { World } from "../world.ts"
import { findRepository, hasRole, type Repository, roleOf } from "./repositories.ts"

/** The repository of a path below `/user/starred`, which the general path handling does not look up. */
const starredOf = ({ params, token, viewer, world }: Context): Repository => {
  const repository = findRepository(world, params["owner"] ?? "", params["repo"] ?? "")
  const isSeen = repository !== undefined && roleOf(world, repository, viewer) !== undefined
  if (!isSeen || !tokenSees(world, token, repository)) throw notFound()
  return repository
}

export const isStarred = (context: Context): Reply => {
  if (!starredOf(context).stars.has(viewerOf(context).id)) throw notFound()
  return noContent
}

/** Stars a repository. A second star keeps the first one's time. In hooks, `watch` also means a star. */
export const giveStar = (world: World, repository: Repository, personId: number, stamp: () => string): void => {
  if (repository.stars.has(personId)) return
  const starredAt = stamp()
  repository.stars.set(personId, starredAt)
  emit(world, "star", repository, { action: "created", starredAt })
  emit(world, "watch", repository, { action: "started" })
}

export const takeStar = (world: World, repository: Repository, personId: number): void => {
  if (repository.stars.delete(personId)) emit(world, "star", repository, { action: "deleted", starredAt: null })
}

export const star = (context: Context): Reply => {
  giveStar(context.world, starredOf(context), viewerOf(context).id, context.stamp)
  return noContent
}

export const unstar = (context: Context): Reply => {
  takeStar(context.world, starredOf(context), viewerOf(context).id)
  return noContent
}

const starsOf = (context: Context, personId: number): Reply => {
  const { media, query, token, urls, viewer, world } = context
  const stars = [...world.repositories.byId.values()].flatMap((repository) => {
    const at = repository.stars.get(personId)
    const isSeen = roleOf(world, repository, viewer) !== undefined && tokenSees(world, token, repository)
    return at === undefined || !isSeen ? [] : [{ at, repository }]
  })
  const sign = query.get("direction") === "asc" ? 1 : -1
  const inOrder = stars.toSorted((one, other) => (one.at < other.at ? -sign : sign))
  return paginate(context, inOrder, ({ at, repository }) => {
    const repo = minimalRepository(world, urls, repository, viewer)
    return media.param === "star" ? { starred_at: at, repo } : repo
  })
}

export const listOwnStars = (context: Context): Reply => starsOf(context, viewerOf(context).id)
export const listStarsOfUser = (context: Context): Reply => starsOf(context, accountOf(context, "username").id)

/** Whether the people of the path's repository may be listed. Others get an empty list, as from the service. */
const showsPeople = (context: Context, repository: Repository): boolean =>
  !repositoryPolicy(context.state.policies, repository.id).hidesPeople ||
  hasRole(roleOf(context.world, repository, context.viewer), "push")

export const listStargazers = (context: Context): Reply => {
  const { media, urls, world } = context
  const repository = repositoryOf(context)
  return paginate(context, showsPeople(context, repository) ? [...repository.stars] : [], ([id, at]) => {
    const user = simpleUser(urls, accountById(world, id))
    return media.param === "star" ? { starred_at: at, user } : user
  })
}

export const listSubscribers = (context: Context): Reply => {
  const repository = repositoryOf(context)
  return paginate(context, showsPeople(context, repository) ? [...repository.watchers] : [], (id) =>
    simpleUser(context.urls, accountById(context.world, id))
  )
}

const subscription = ({ urls, world }: Context, repository: Repository) => {
  const url = repositoryUrl(world, urls, repository)
  return {
    subscribed: true,
    ignored: false,
    reason: null,
    created_at: repository.createdAt,
    url: `${url}/subscription`,
    repository_url: url
  }
}

export const getSubscription = (context: Context): Reply => {
  const repository = repositoryOf(context)
  if (!repository.watchers.has(viewerOf(context).id)) throw notFound()
  return ok(subscription(context, repository))
}

export const subscribe = (context: Context): Reply => {
  const repository = repositoryOf(context)
  const { id } = viewerOf(context)
  if (optionalFlag(context.body, "subscribed") === false) repository.watchers.delete(id)
  else repository.watchers.add(id)
  return ok(subscription(context, repository))
}

export const unsubscribe = (context: Context): Reply => {
  repositoryOf(context).watchers.delete(viewerOf(context).id)
  return noContent
}
