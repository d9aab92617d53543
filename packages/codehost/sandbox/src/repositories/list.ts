// Lists the repositories of the caller, a person or an organization, and the forks of a repository.
// Source: https://docs.github.com/en/rest/repos/repos#list-repositories-for-the-authenticated-user

import { accountById } from "../accounts/accounts.ts"
import { accountOf } from "../accounts/routes.ts"
import { tokenSees } from "../frame/auth.ts"
import { type Context, repositoryOf, viewerOf } from "../frame/context.ts"
import { validationFailed, unprocessable } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import type { Reply } from "../frame/reply.ts"
import { accountPolicy } from "../policies/policies.ts"
import { minimalRepository } from "../records/repository.ts"
import { fullName, type Repository, reposOf, roleOf } from "./repositories.ts"

type Key = "created" | "updated" | "pushed" | "full_name"

const keys: ReadonlyArray<Key> = ["created", "updated", "pushed", "full_name"]

const valueOf = ({ world }: Context, repository: Repository, key: Key): string => {
  if (key === "full_name") return fullName(world, repository).toLowerCase()
  return { created: repository.createdAt, updated: repository.updatedAt, pushed: repository.pushedAt }[key]
}

/** Sorts repositories. Names are ascending and times descending by default. */
const inOrder = (context: Context, repositories: ReadonlyArray<Repository>, usual: Key): ReadonlyArray<Repository> => {
  const sort = context.query.get("sort")
  const key = sort === null ? usual : keys.find((one) => one === sort)
  if (key === undefined) throw validationFailed({ resource: "Repository", code: "invalid", field: "sort" })
  const upwards = (context.query.get("direction") ?? (key === "full_name" ? "asc" : "desc")) === "asc"
  const sign = upwards ? 1 : -1
  return repositories.toSorted((one, other) => {
    const [left, right] = [valueOf(context, one, key), valueOf(context, other, key)]
    return left === right ? one.id - other.id : left < right ? -sign : sign
  })
}

/**
 * Organizations whose single sign-on the token is not authorized for. Their repositories are omitted, and a response
 * header names them.
 */
const unauthorizedOrganizations = ({ state, token, world }: Context): ReadonlyArray<number> =>
  token === undefined
    ? []
    : [...world.accounts.byId.values()]
        .filter(({ login }) => accountPolicy(state.policies, login).singleSignOn)
        .map(({ id }) => id)

const page = (context: Context, repositories: ReadonlyArray<Repository>, usual: Key): Reply => {
  const { token, urls, viewer, world } = context
  const readable = repositories.filter(
    (repository) => roleOf(world, repository, viewer) !== undefined && tokenSees(world, token, repository)
  )
  const withheld = unauthorizedOrganizations(context)
  const visible = readable.filter(({ ownerId }) => !withheld.includes(ownerId))
  const reply = paginate(context, inOrder(context, visible, usual), (repository) =>
    minimalRepository(world, urls, repository, viewer)
  )
  if (visible.length === readable.length) return reply
  const partial = { "x-github-sso": `partial-results; organizations=${withheld.join(",")}` }
  return { ...reply, headers: { ...reply.headers, ...partial } }
}

const isBetween = ({ query }: Context, { updatedAt }: Repository): boolean => {
  const [since, before] = [query.get("since"), query.get("before")]
  const at = Date.parse(updatedAt)
  return (since === null || at >= Date.parse(since)) && (before === null || at < Date.parse(before))
}

export const listOwn = (context: Context): Reply => {
  const { query, world } = context
  const viewer = viewerOf(context)
  const type = query.get("type")
  if (type !== null && (query.has("visibility") || query.has("affiliation"))) {
    throw unprocessable("If you specify visibility or affiliation, you cannot specify type.")
  }
  const usual = "owner,collaborator,organization_member"
  const byType = type === "owner" ? "owner" : type === "member" ? "collaborator,organization_member" : usual
  const affiliations = (query.get("affiliation") ?? byType).split(",").map((text) => text.trim())
  const visibility = query.get("visibility") ?? (type === "public" || type === "private" ? type : "all")
  const belongs = (repository: Repository): boolean => {
    const owner = accountById(world, repository.ownerId)
    return (
      (affiliations.includes("owner") && owner.id === viewer.id) ||
      (affiliations.includes("collaborator") && repository.collaborators.has(viewer.id)) ||
      (affiliations.includes("organization_member") && owner.members.has(viewer.id))
    )
  }
  const matches = [...world.repositories.byId.values()].filter(
    (repository) =>
      belongs(repository) &&
      isBetween(context, repository) &&
      (visibility === "all" || (visibility === "private") === repository.private)
  )
  return page(context, matches, "full_name")
}

export const listOfUser = (context: Context): Reply =>
  page(context, reposOf(context.world, accountOf(context, "username")), "full_name")

const ofType = (type: string | null, repository: Repository): boolean => {
  if (type === "public" || type === "private") return repository.private === (type === "private")
  if (type === "forks" || type === "sources") return (repository.parentId !== null) === (type === "forks")
  return true
}

export const listOfOrganization = (context: Context): Reply => {
  const all = reposOf(context.world, accountOf(context, "org"))
  return page(
    context,
    all.filter((repository) => ofType(context.query.get("type"), repository)),
    "created"
  )
}

export const listForks = (context: Context): Reply => {
  const parent = repositoryOf(context)
  const forks = [...context.world.repositories.byId.values()].filter(({ parentId }) => parentId === parent.id)
  // Forks have different `sort` values. The default is newest first.
  const query = new URLSearchParams(context.query)
  const sort = query.get("sort")
  if (sort !== null) query.set("sort", "created")
  if (sort === "oldest") query.set("direction", "asc")
  return page({ ...context, query }, forks, "created")
}
