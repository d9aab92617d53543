// What every page of a repository needs to be written: the repository, who looks at it, and its addresses.

import { findAccount } from "../accounts/data.ts"
import { isPull } from "../issues/data.ts"
import { placeAt, type Place } from "../issues/trackers.ts"
import { findRepository, fullName, roleOf } from "../repositories/data.ts"
import type { SandboxState } from "../state.ts"

export interface Site extends Place {
  /** `acme/widgets`, as it is written. */
  readonly name: string
  /** Path of its first page. */
  readonly root: string
  /** Unix milliseconds: what "today" is to its records. */
  readonly today: number
  readonly openIssues: number
  readonly openPulls: number
  readonly query: URLSearchParams
}

/** Whoever opens these pages is signed in as this person. */
const visitor = "mona"

/** Undefined where there is none, or it is hidden from the visitor. */
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
