// Opens pull requests: resolves the head and base branch and checks that they can be merged.
// Source: https://docs.github.com/en/rest/pulls/pulls#create-a-pull-request

import { accountById, findAccount } from "../accounts/accounts.ts"
import { validationFailed } from "../frame/errors.ts"
import type { Act } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import { open } from "../issues/opening.ts"
import type { Place } from "../issues/trackers.ts"
import { findRepository, fullName, hasRole, type Repository, reposOf, roleOf } from "../repositories/repositories.ts"
import { commitsBetween, fetchFrom, tipOf } from "./branches.ts"
import { openPullBetween } from "./finding.ts"
import { makePull } from "./pulls.ts"

export interface NewPull {
  readonly title: string
  readonly body: string | null
  readonly head: string
  readonly headRepo: string | undefined
  readonly base: string
  readonly draft: boolean
  readonly maintainerCanModify: boolean
}

const invalid = (field: string) => validationFailed({ resource: "PullRequest", field, code: "invalid" })

const custom = (message: string) => validationFailed({ resource: "PullRequest", code: "custom", message })

const rootOf = ({ id, parentId }: Repository): number => parentId ?? id

/** A branch of this repository, or `owner:branch` in it or in the owner's fork. */
const headOf = ({ repository, world }: Place, { head, headRepo }: NewPull): { source: Repository; ref: string } => {
  const [owner, name] = head.includes(":") ? head.split(/:(.*)/su) : [undefined, head]
  const ref = name ?? ""
  if (owner === undefined && headRepo === undefined) return { source: repository, ref }
  const account = owner === undefined ? undefined : findAccount(world, owner)
  const candidates =
    account === undefined
      ? []
      : [...(account.id === repository.ownerId ? [repository] : []), ...reposOf(world, account)]
  const [headOwner = "", headName = ""] = headRepo?.split("/") ?? []
  const source =
    headRepo === undefined
      ? candidates.find((one) => rootOf(one) === rootOf(repository))
      : findRepository(world, headOwner === headRepo ? (owner ?? "") : headOwner, headName === "" ? headRepo : headName)
  if (source === undefined || rootOf(source) !== rootOf(repository)) throw invalid("head")
  return { source, ref }
}

const labelOf = ({ world }: Place, repository: Repository, ref: string): string =>
  `${accountById(world, repository.ownerId).login}:${ref}`

/** Refuses branches that cannot form a pull request. */
export const checkBranches = (place: Place, source: Repository, headRef: string, baseRef: string): void => {
  const { repository } = place
  const [headSha, baseSha] = [tipOf(source, headRef), tipOf(repository, baseRef)]
  const problems = [...(headSha === undefined ? ["head"] : []), ...(baseSha === undefined ? ["base"] : [])]
  if (headSha === undefined || baseSha === undefined) {
    throw validationFailed(...problems.map((field) => ({ resource: "PullRequest", field, code: "invalid" as const })))
  }
  if (openPullBetween(place, source.id, headRef, baseRef) !== undefined) {
    throw custom(`A pull request already exists for ${labelOf(place, source, headRef)}.`)
  }
  fetchFrom(repository.git, source.git)
  if (commitsBetween(repository.git, baseSha, headSha).length === 0) {
    const names =
      source === repository
        ? [baseRef, headRef]
        : [labelOf(place, repository, baseRef), labelOf(place, source, headRef)]
    throw custom(`No commits between ${names.join(" and ")}`)
  }
}

export const openPull = (place: Place, act: Act, newPull: NewPull): PullIssue => {
  const { repository, world } = place
  const { ref, source } = headOf(place, newPull)
  const person = accountById(world, act.actorId)
  const isKnown = roleOf(world, source, person) !== undefined
  if (!isKnown) throw invalid("head")
  checkBranches(place, source, ref, newPull.base)
  if (!hasRole(roleOf(world, source, person), "push")) {
    throw custom(`${person.login} must be a collaborator of ${fullName(world, source)}`)
  }
  const pull = makePull(world.ids.next("pull"), {
    headRepositoryId: source.id,
    headRef: ref,
    headSha: tipOf(source, ref) ?? "",
    baseRef: newPull.base,
    baseSha: tipOf(repository, newPull.base) ?? "",
    draft: newPull.draft,
    maintainerCanModify: newPull.maintainerCanModify && source !== repository
  })
  return open(place, act, { title: newPull.title, body: newPull.body, pull })
}
