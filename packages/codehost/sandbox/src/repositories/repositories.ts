// Repositories and the roles of people in them.

import { type Account, accountById, type WithAccounts } from "../accounts/accounts.ts"
import type { GitStore } from "../git/store.ts"

/** Roles in ascending order. */
export const roles = ["pull", "triage", "push", "maintain", "admin"] as const
export type Role = (typeof roles)[number]

export interface Invitation {
  readonly id: number
  readonly inviteeId: number
  readonly inviterId: number
  role: Role
  readonly createdAt: string
}

export interface Repository {
  readonly id: number
  name: string
  ownerId: number
  private: boolean
  description: string | null
  homepage: string | null
  language: string | null
  topics: ReadonlyArray<string>
  /** Key of the licence, such as `mit`. */
  license: string | null
  readonly parentId: number | null
  archived: boolean
  isTemplate: boolean
  defaultBranch: string
  hasIssues: boolean
  hasProjects: boolean
  hasWiki: boolean
  hasDiscussions: boolean
  allowSquashMerge: boolean
  allowMergeCommit: boolean
  allowRebaseMerge: boolean
  allowAutoMerge: boolean
  allowForking: boolean
  deleteBranchOnMerge: boolean
  readonly createdAt: string
  updatedAt: string
  pushedAt: string
  /** Number of open issues and pull requests. Code that opens or closes one must update it. */
  openIssuesCount: number
  readonly collaborators: Map<number, Role>
  readonly invitations: Map<number, Invitation>
  /** The time at which each person starred the repository. */
  readonly stars: Map<number, string>
  readonly watchers: Set<number>
  /** Branches that cannot be pushed to. */
  readonly protectedBranches: Set<string>
  readonly git: GitStore
}

export interface Repositories {
  readonly byId: Map<number, Repository>
  /** Keys are `owner/name` in lower case, including former names. */
  readonly byName: Map<string, Repository>
}

/** The part of the world that is needed to look up repositories and their owners. */
export interface WithRepositories extends WithAccounts {
  readonly repositories: Repositories
}

export const fullName = (world: WithAccounts, repository: Repository): string =>
  `${accountById(world, repository.ownerId).login}/${repository.name}`

export const findRepository = (
  { repositories }: WithRepositories,
  owner: string,
  name: string
): Repository | undefined => repositories.byName.get(`${owner}/${name}`.toLowerCase())

/** Looks up a repository by an id taken from a record. Throws if it does not exist. */
export const repositoryById = ({ repositories }: WithRepositories, id: number): Repository => {
  const repository = repositories.byId.get(id)
  if (repository === undefined) throw new Error(`no repository has the id ${id}`)
  return repository
}

export const addRepository = (world: WithRepositories, repository: Repository): Repository => {
  world.repositories.byId.set(repository.id, repository)
  world.repositories.byName.set(fullName(world, repository).toLowerCase(), repository)
  return repository
}

export const reposOf = (world: WithRepositories, account: Account): ReadonlyArray<Repository> =>
  [...world.repositories.byId.values()].filter(({ ownerId }) => ownerId === account.id)

/** The role of a person in a repository, or undefined if it is hidden from them. */
export const roleOf = (world: WithAccounts, repository: Repository, person: Account | undefined): Role | undefined => {
  const everybody = repository.private ? undefined : "pull"
  if (person === undefined) return everybody
  const owner = accountById(world, repository.ownerId)
  if (owner.id === person.id || owner.members.get(person.id) === "admin") return "admin"
  const role = repository.collaborators.get(person.id)
  // Every member of an organization can read its repositories.
  return role ?? (owner.members.has(person.id) ? "pull" : everybody)
}

export const hasRole = (role: Role | undefined, least: Role): boolean =>
  role !== undefined && roles.indexOf(role) >= roles.indexOf(least)

/** Finds a repository by its full name, `owner/name`. Throws if it does not exist. */
export const repositoryNamed = (world: WithRepositories, name: string): Repository => {
  const [owner = "", repo = ""] = name.split("/")
  const repository = findRepository(world, owner, repo)
  if (repository === undefined) throw new Error(`there is no repository ${name}`)
  return repository
}
