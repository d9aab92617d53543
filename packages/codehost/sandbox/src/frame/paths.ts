// Resolves alternative paths: by the ids of repositories and accounts, as pagination links have them, and by a
// repository's former name.

import { type Account, findAccount } from "../accounts/accounts.ts"
import { findRepository, fullName, type Repository } from "../repositories/repositories.ts"
import type { World } from "../world.ts"

export interface Place {
  /** The path in the form of the OpenAPI description. */
  readonly path: string
  /** The path by id, if it is below a repository or an account. */
  readonly linkPath: string
  readonly repository: Repository | undefined
  /** Whether the request used a former name of the repository. */
  readonly isMoved: boolean
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const collection = (account: Account): string => (account.type === "Organization" ? "organizations" : "user")

/** `rest` is empty or begins with a slash. */
const ofRepository = (world: World, repository: Repository, rest: string, isMoved: boolean): Place => ({
  path: `/repos/${fullName(world, repository)}${rest}`,
  linkPath: `/repositories/${repository.id}${rest}`,
  repository,
  isMoved: isMoved
})

const tail = (segments: ReadonlyArray<string>): string => segments.map((segment) => `/${segment}`).join("")

export const placeOf = (world: World, path: string): Place => {
  const [, root = "", first = "", second = "", ...rest] = path.split("/")
  const plain: Place = { path, linkPath: path, repository: undefined, isMoved: false }
  if (root === "repos" && second !== "") {
    const [owner, name] = [decode(first), decode(second)]
    const repository = findRepository(world, owner, name)
    if (repository === undefined) return plain
    const isMoved = fullName(world, repository).toLowerCase() !== `${owner}/${name}`.toLowerCase()
    return ofRepository(world, repository, tail(rest), isMoved)
  }
  const below = path.split("/").slice(3)
  const isId = /^\d+$/.test(first)
  if (root === "repositories" && isId) {
    const repository = world.repositories.byId.get(Number(first))
    return repository === undefined ? plain : ofRepository(world, repository, tail(below), false)
  }
  if ((root === "user" || root === "organizations") && isId) {
    const account = world.accounts.byId.get(Number(first))
    const segment = root === "user" ? "users" : "orgs"
    return account === undefined ? plain : { ...plain, path: `/${segment}/${account.login}${tail(below)}` }
  }
  if (root === "users" || root === "orgs") {
    const account = findAccount(world, decode(first))
    return account === undefined ? plain : { ...plain, linkPath: `/${collection(account)}/${account.id}${tail(below)}` }
  }
  return plain
}
