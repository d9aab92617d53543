// Creates and seeds a world: accounts first, then repositories, then their contents.

import { seedAccounts } from "./accounts/seed.ts"
import { seedActions } from "./actions/seed.ts"
import { lookAtRefs } from "./branches/activity.ts"
import { seedBoards } from "./cards/seed.ts"
import { seedDiscussions } from "./discussions/seed.ts"
import { seedGists } from "./gists/seed.ts"
import { seedIssues } from "./issues/seed.ts"
import { seedProjects } from "./projects/seed.ts"
import { seedReleases } from "./releases/seed.ts"
import { seedRepositories } from "./repositories/seed.ts"
import { emptyWorld, type SeedOptions, type World } from "./world.ts"

export const makeWorld = (options: SeedOptions): World => {
  const world = emptyWorld()
  seedAccounts(world)
  seedRepositories(world)
  seedIssues(world, options)
  seedReleases(world)
  seedActions(world)
  seedGists(world)
  // The content of project items must exist first.
  seedProjects(world)
  seedDiscussions(world)
  seedBoards(world)
  // Seeding must not cause events.
  world.domainEvents.length = 0
  lookAtRefs(world)
  return world
}
