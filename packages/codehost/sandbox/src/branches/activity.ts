// Detects changes of branches and tags by comparing refs with the last snapshot, so pushes are reported whichever
// operation made them.
// Source: https://docs.github.com/en/rest/repos/repos#list-repository-activities

import { emit, type RefChange } from "../domain-events/domain-events.ts"
import { historyOf } from "../git/commits.ts"
import { isPull } from "../issues/issues.ts"
import { placeAt } from "../issues/trackers.ts"
import { followBranches } from "../pulls/branches.ts"
import type { Repository } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { Activity } from "./activity-data.ts"

/** If one push moves more tags than this, the service sends no events for its tags. */
const mostTags = 3

/** Takes a snapshot of all refs, so that their current state is not reported as a change. */
export const lookAtRefs = ({ refsSeen, repositories }: World): void => {
  refsSeen.clear()
  for (const { git, id } of repositories.byId.values()) refsSeen.set(id, new Map(git.refs))
}

const changesOf = ({ git }: Repository, earlierRefs: ReadonlyMap<string, string>): ReadonlyArray<RefChange> => {
  const names = new Set([...earlierRefs.keys(), ...git.refs.keys()])
  return [...names].flatMap((ref) => {
    const [before, after] = [earlierRefs.get(ref) ?? null, git.refs.get(ref) ?? null]
    return before === after ? [] : [{ ref, before, after }]
  })
}

/** Whether commits were lost: the new tip does not descend from the old one. */
export const isForced = ({ git }: Repository, { after, before }: RefChange): boolean =>
  before !== null && after !== null && !historyOf(git, after).some(({ sha }) => sha === before)

const typeOf = (world: World, repository: Repository, change: RefChange): Activity["type"] => {
  if (change.before === null) return "branch_creation"
  if (change.after === null) return "branch_deletion"
  const { issues } = placeAt(world, repository).tracker
  if (issues.some((issue) => isPull(issue) && issue.pull.mergeCommitSha === change.after)) return "pr_merge"
  return isForced(repository, change) ? "force_push" : "push"
}

const emitRefEvents = (world: World, repository: Repository, change: RefChange, actorId: number): void => {
  if (change.ref.startsWith("refs/heads/")) {
    world.activities.push({
      id: world.ids.next("activity"),
      repositoryId: repository.id,
      ...change,
      type: typeOf(world, repository, change),
      actorId,
      at: repository.pushedAt
    })
  }
  if (change.before === null) emit(world, "create", repository, change, actorId)
  if (change.after === null) emit(world, "delete", repository, change, actorId)
  emit(world, "push", repository, change, actorId)
}

/** Reports every ref that moved since the last snapshot, and updates the open pull requests of moved branches. */
export const reportPushes = (world: World, actorId: number): void => {
  let hasMoved = false
  for (const repository of world.repositories.byId.values()) {
    const earlierRefs = world.refsSeen.get(repository.id)
    const changes = earlierRefs === undefined ? [] : changesOf(repository, earlierRefs)
    if (earlierRefs !== undefined && changes.length === 0) continue
    world.refsSeen.set(repository.id, new Map(repository.git.refs))
    const isTag = ({ ref }: RefChange): boolean => ref.startsWith("refs/tags/")
    const hidesTags = changes.filter(isTag).length > mostTags
    for (const change of changes) if (!(hidesTags && isTag(change))) emitRefEvents(world, repository, change, actorId)
    hasMoved ||= changes.length > 0
  }
  if (!hasMoved) return
  for (const repository of world.repositories.byId.values()) followBranches(placeAt(world, repository))
}
