// The base and head branch of a pull request, and the commits and files between them.

import { emitThreadEvent } from "../domain-events/threads.ts"
import { historyOf, mergeBase } from "../git/commits.ts"
import { type ChangedFile, changedFiles } from "../git/diff.ts"
import type { Commit, GitStore } from "../git/store.ts"
import { close } from "../issues/changes.ts"
import { isPull, type PullIssue } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"
import { type Repository, repositoryById } from "../repositories/repositories.ts"
import type { Pull } from "./pulls.ts"

export const tipOf = ({ git }: Repository, branch: string): string | undefined => git.refs.get(`refs/heads/${branch}`)

/** Copies the objects of a fork into the store of the pull request's repository. */
export const fetchFrom = (into: GitStore, from: GitStore): void => {
  if (into === from) return
  for (const [sha, blob] of from.blobs) into.blobs.set(sha, blob)
  for (const [sha, tree] of from.trees) into.trees.set(sha, tree)
  for (const [sha, commit] of from.commits) into.commits.set(sha, commit)
}

/** Returns undefined if the fork was deleted. */
export const headRepository = ({ world }: Place, { headRepositoryId }: Pull): Repository | undefined =>
  world.repositories.byId.get(headRepositoryId)

const later = (one: string, other: string | undefined): string => (other !== undefined && other > one ? other : one)

/**
 * Updates an open pull request to the current state of its branches. The service does this on push; the sandbox does it
 * when it next looks at the pull request.
 */
const follow = (place: Place, issue: PullIssue): void => {
  const { pull } = issue
  const head = headRepository(place, pull)
  const [headTip, baseTip] = [
    head === undefined ? undefined : tipOf(head, pull.headRef),
    tipOf(place.repository, pull.baseRef)
  ]
  // If one of its branches is gone, the pull request is closed.
  if (head === undefined || headTip === undefined || baseTip === undefined) {
    return close(place, issue, { actorId: issue.authorId, at: issue.updatedAt }, null)
  }
  pull.baseSha = baseTip
  if (headTip === pull.headSha) return
  fetchFrom(place.repository.git, head.git)
  const before = pull.headSha
  pull.headSha = headTip
  issue.updatedAt = later(issue.updatedAt, head.git.commits.get(headTip)?.committer.date)
  place.tracker.invalidate()
  emitThreadEvent(place, issue, "synchronize", { before, after: headTip })
}

export const followBranches = (place: Place): void => {
  for (const issue of place.tracker.issues) if (isPull(issue) && issue.state === "open") follow(place, issue)
}

/** Commits that the head has and the base has not, oldest first. */
export const commitsBetween = (store: GitStore, baseSha: string, headSha: string): ReadonlyArray<Commit> => {
  const shas = new Set(historyOf(store, baseSha).map(({ sha }) => sha))
  return historyOf(store, headSha)
    .filter(({ sha }) => !shas.has(sha))
    .toReversed()
}

export const commitsOf = ({ repository }: Place, { baseSha, headSha }: Pull): ReadonlyArray<Commit> =>
  commitsBetween(repository.git, baseSha, headSha)

/** Files that the head changed since it diverged from the base. */
export const filesOf = ({ repository: { git } }: Place, { baseSha, headSha }: Pull): ReadonlyArray<ChangedFile> => {
  const head = git.commits.get(headSha)
  return head === undefined ? [] : changedFiles(git, mergeBase(git, baseSha, headSha)?.tree, head.tree)
}

/** The repository of the head branch. If the fork was deleted, the base repository. */
export const sourceOf = (place: Place, pull: Pull): Repository =>
  headRepository(place, pull) ?? repositoryById(place.world, place.repository.id)
