/** What triggers watch, and the places that the service's hooks belong to: `repos/acme/widgets`, `orgs/acme`. */
import * as Schema from "effect/Schema"

import * as Names from "../../schema/names.ts"

/** A repository, or all repositories of an organization if `repo` is left out. */
export const RepositoryTarget = Schema.Struct({
  owner: Names.name("Organization or user"),
  repo: Schema.optionalKey(Names.name("Default: every repository of the organization; only by organization webhook"))
})
export type RepositoryTarget = typeof RepositoryTarget.Type

/** A repository that is polled. */
export interface PolledRepository {
  readonly owner: string
  readonly repo: string
}

/** Returns `owner/repo`. */
export const fullName = ({ owner, repo }: PolledRepository): string => `${owner}/${repo}`

/** Place names are in lower case, because the service ignores case. */
export const repositoryPlace = (owner: string, repo: string): string => `repos/${owner}/${repo}`.toLowerCase()

export const organizationPlace = (owner: string): string => `orgs/${owner}`.toLowerCase()

export const placeOfRepository = ({ owner, repo }: RepositoryTarget): string =>
  repo === undefined ? organizationPlace(owner) : repositoryPlace(owner, repo)

/** The account itself, a place that has no hooks. */
export const ACCOUNT_PLACE = "user"
