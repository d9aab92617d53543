// Data that all pages of a repository need: the repository, the visitor and its URLs.

import { findAccount } from "../accounts/accounts.ts"
import { isPull } from "../issues/issues.ts"
import { placeAt, type Place } from "../issues/trackers.ts"
import { findRepository, fullName, roleOf } from "../repositories/repositories.ts"
import type { SandboxState } from "../state.ts"

export interface Site extends Place {
  /** The full name in its original case, such as `acme/widgets`. */
  readonly name: string
  /** Path of the repository's main page. */
  readonly root: string
  /** Unix milliseconds. Relative times on the pages are computed from it. */
  readonly today: number
  readonly openIssues: number
  readonly openPulls: number
  readonly query: URLSearchParams
}

/** The account that the visitor of the pages is signed in as. */
const visitor = "mona"

/** Returns undefined if the repository does not exist or is hidden from the visitor. */
export const siteOf = (
  { clock, world }: SandboxState,
  owner: string,
  name: string,
  query: URLSearchParams
): Site | undefined => {
  const repository = findRepository(world, owner, name)
  if (repository === undefined || roleOf(world, repository, findAccount(world, visitor)) === undefined) return undefined
  const place = placeAt(world, repository)
  const open = place.tracker.issues.filter(({ state }) => state === "open")
  const openPulls = open.filter(isPull).length
  const full = fullName(world, repository)
  return {
    ...place,
    name: full,
    root: `/repo/${full}`,
    today: clock.today(),
    openPulls,
    openIssues: open.length - openPulls,
    query
  }
}
