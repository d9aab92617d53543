// Teams of the organization that owns a repository.

import { accountById, type Team } from "../accounts/accounts.ts"
import { team } from "../records/team.ts"
import type { Page } from "./records.ts"
import type { Place } from "./trackers.ts"

export const teamOf = ({ repository, world }: Place, slug: string): Team | undefined =>
  accountById(world, repository.ownerId).teams.find((one) => one.slug === slug.toLowerCase())

export const teamRecord = (page: Page, slug: string) => {
  const match = teamOf(page, slug)
  if (match === undefined) throw new Error(`there is no team ${slug}`)
  return team(page.urls, accountById(page.world, page.repository.ownerId), match)
}
