/** What triggers watch, and the places that the service's hooks belong to: `repos/acme/widgets`, `orgs/acme`. */
import * as Schema from "effect/Schema"

import * as Names from "../../schema/names.ts"

/** A repository, or all repositories of an organization if `repo` is left out. */
export const RepositoryTarget = Schema.Struct({
  owner: Names.name("Organization or user"),
  repo: Schema.optionalKey(Names.name("Default: every repository of the organization; only by organization webhook"))
})

/** A repository that is polled. */
export interface PolledRepository {
  readonly owner: string
  readonly repo: string
}

/** Place names are in lower case, because the service ignores case. */
export const repositoryPlace = (owner: string, repo: string): string => `repos/${owner}/${repo}`.toLowerCase()

export const organizationPlace = (owner: string): string => `orgs/${owner}`.toLowerCase()

/** The account itself, a place that has no hooks. */
export const ACCOUNT_PLACE = "user"
