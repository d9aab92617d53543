// The repositories that a search covers: those named in the query, or all that the caller can see.

import { type Account, findAccount } from "../accounts/accounts.ts"
import { tokenSees } from "../frame/auth.ts"
import type { Context } from "../frame/context.ts"
import { validationFailed } from "../frame/errors.ts"
import { findRepository, type Repository, reposOf, roleOf } from "../repositories/repositories.ts"
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

const repositoriesOf = (context: Context, { name, values }: Clause): ReadonlyArray<Repository> | undefined => {
  const { viewer, world } = context
  const matches = values.map((value): ReadonlyArray<Repository> | undefined => {
    if (name === "repo") {
      const [owner = "", repo = ""] = value.split("/")
      const repository = findRepository(world, owner, repo)
      return repository !== undefined && sees(context, repository) ? [repository] : undefined
    }
    const account: Account | undefined = value === "@me" ? viewer : findAccount(world, value)
    return account === undefined ? undefined : reposOf(world, account).filter((repository) => sees(context, repository))
  })
  return matches.every((one) => one === undefined) ? undefined : matches.flatMap((one) => one ?? [])
}

/**
 * All repositories that the caller can see. Refuses a query that names repositories or owners of which the caller can
 * see none.
 */
export const searchable = (context: Context, clauses: ReadonlyArray<Clause>): ReadonlyArray<Repository> => {
  const scopes = clauses.filter(({ name, negated }) => scopeNames.includes(name) && !negated)
  if (scopes.length > 0 && scopes.every((clause) => repositoriesOf(context, clause) === undefined)) throw unreachable()
  return [...context.world.repositories.byId.values()].filter((repository) => sees(context, repository))
}

/** Whether a repository is one of those that a clause names. */
export const scopeTest = (context: Context, clause: Clause): ((repository: Repository) => boolean) => {
  const matches = new Set(repositoriesOf(context, clause))
  return (repository) => matches.has(repository)
}

/** The repositories of a query in which several names are alternatives. */
export const reachable = (context: Context, clauses: ReadonlyArray<Clause>): ReadonlyArray<Repository> => {
  const scopes = clauses.filter(({ name }) => scopeNames.includes(name))
  const tests = scopes.map((clause) => ({ clause, test: scopeTest(context, clause) }))
  const inclusions = tests.filter(({ clause }) => !clause.negated)
  const exclusions = tests.filter(({ clause }) => clause.negated)
  return searchable(context, clauses).filter(
    (repository) =>
      (inclusions.length === 0 || inclusions.some(({ test }) => test(repository))) &&
      !exclusions.some(({ test }) => test(repository))
  )
}

/** Replaces `@me` with the caller's login. */
export const withMe = ({ viewer }: Context, value: string): string =>
  value === "@me" ? (viewer?.login ?? value) : value
