// Finds the tracker of a repository.

import type { Repository } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import { makeTracker, type Tracker } from "./tracker.ts"

export const trackerOf = ({ trackers }: World, { id }: Repository): Tracker => {
  const existing = trackers.get(id)
  if (existing !== undefined) return existing
  const tracker = makeTracker()
  trackers.set(id, tracker)
  return tracker
}

/** A repository and its tracker. */
export interface Place {
  readonly world: World
  readonly repository: Repository
  readonly tracker: Tracker
}

export const placeAt = (world: World, repository: Repository): Place => ({
  world,
  repository,
  tracker: trackerOf(world, repository)
})
