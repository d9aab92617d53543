// Which repositories a search is about: those that are named, else all that the caller may see.

import { type Account, findAccount } from "../accounts/data.ts"
import { tokenSees } from "../frame/auth.ts"
import type { Context } from "../frame/context.ts"
import { validationFailed } from "../frame/errors.ts"
import { findRepository, type Repository, reposOf, roleOf } from "../repositories/data.ts"
import type { Clause } from "./query.ts"

export const scopeNames: ReadonlyArray<string> = ["repo", "org", "user"]

const sees = ({ token, viewer, world }: Context, repository: Repository): boolean =>
  roleOf(world, repository, viewer) !== undefined && tokenSees(world, token, repository)

const unreachable = () =>
  validationFailed({
    resource: "Search",
    field: "q",
    code: "invalid",
    message:
      "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them."
  })

const named = (context: Context, { name, values }: Clause): ReadonlyArray<Repository> | undefined => {
  const { viewer, world } = context
  const found = values.map((value): ReadonlyArray<Repository> | undefined => {
    if (name === "repo") {
      const [owner = "", repo = ""] = value.split("/")
      const repository = findRepository(world, owner, repo)
      return repository !== undefined && sees(context, repository) ? [repository] : undefined
    }
    const account: Account | undefined = value === "@me" ? viewer : findAccount(world, value)
    return account === undefined ? undefined : reposOf(world, account).filter((repository) => sees(context, repository))
  })
  return found.every((one) => one === undefined) ? undefined : found.flatMap((one) => one ?? [])
}

/** Several names are alternatives. Refused where none of them is anything that the caller may see. */
export const reachable = (context: Context, clauses: ReadonlyArray<Clause>): ReadonlyArray<Repository> => {
  const wanted = clauses.filter(({ name, negated }) => scopeNames.includes(name) && !negated)
  const unwanted = clauses.filter(({ name, negated }) => scopeNames.includes(name) && negated)
  const hidden = new Set(unwanted.flatMap((clause) => named(context, clause) ?? []))
  const all = [...context.world.repositories.byId.values()].filter((repository) => sees(context, repository))
  const found = wanted.map((clause) => named(context, clause))
  if (wanted.length > 0 && found.every((one) => one === undefined)) throw unreachable()
  const chosen = wanted.length === 0 ? all : found.flatMap((one) => one ?? [])
  return [...new Set(chosen)].filter((repository) => !hidden.has(repository))
}

/** `@me` as the login it stands for. */
export const withMe = ({ viewer }: Context, value: string): string =>
  value === "@me" ? (viewer?.login ?? value) : value
