// Requested reviewers: people and teams.

import { findAccount } from "../accounts/accounts.ts"
import { unprocessable } from "../frame/errors.ts"
import { findAssignable } from "../issues/assignees.ts"
import { type Act, recordEvent } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import { teamOf } from "../issues/teams.ts"
import type { Place } from "../issues/trackers.ts"
import { fullName } from "../repositories/repositories.ts"

export interface Reviewers {
  readonly people: ReadonlyArray<number>
  readonly teams: ReadonlyArray<string>
}

/** The reviewers with these names. Refuses the author, and accounts without access to the repository. */
export const reviewersNamed = (
  place: Place,
  { authorId }: PullIssue,
  logins: ReadonlyArray<string>,
  slugs: ReadonlyArray<string>
): Reviewers => {
  if (logins.some((login) => findAccount(place.world, login)?.id === authorId)) {
    throw unprocessable("Review cannot be requested from pull request author.")
  }
  const people = logins.flatMap((login) => findAssignable(place, login)?.id ?? [])
  const teams = slugs.flatMap((slug) => teamOf(place, slug)?.slug ?? [])
  if (people.length < logins.length || teams.length < slugs.length) {
    const name = fullName(place.world, place.repository)
    throw unprocessable(
      `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${name} repository.`
    )
  }
  return { people, teams }
}

const touch = ({ tracker }: Place, issue: PullIssue, { at }: Act): void => {
  issue.updatedAt = at
  tracker.invalidate()
}

export const askReviewers = (place: Place, issue: PullIssue, act: Act, { people, teams }: Reviewers): void => {
  const { pull } = issue
  const freshPeople = new Set(people.filter((id) => !pull.requestedIds.includes(id)))
  const freshTeams = new Set(teams.filter((slug) => !pull.requestedTeams.includes(slug)))
  pull.requestedIds = [...pull.requestedIds, ...freshPeople]
  pull.requestedTeams = [...pull.requestedTeams, ...freshTeams]
  for (const personId of freshPeople) recordEvent(place, issue, act, "review_requested", { kind: "reviewer", personId })
  for (const slug of freshTeams) recordEvent(place, issue, act, "review_requested", { kind: "team", slug })
  if (freshPeople.size + freshTeams.size > 0) touch(place, issue, act)
}

export const dropReviewers = (place: Place, issue: PullIssue, act: Act, { people, teams }: Reviewers): void => {
  const { pull } = issue
  const gonePeople = pull.requestedIds.filter((id) => people.includes(id))
  const goneTeams = pull.requestedTeams.filter((slug) => teams.includes(slug))
  pull.requestedIds = pull.requestedIds.filter((id) => !people.includes(id))
  pull.requestedTeams = pull.requestedTeams.filter((slug) => !teams.includes(slug))
  for (const personId of gonePeople)
    recordEvent(place, issue, act, "review_request_removed", { kind: "reviewer", personId })
  for (const slug of goneTeams) recordEvent(place, issue, act, "review_request_removed", { kind: "team", slug })
  if (gonePeople.length + goneTeams.length > 0) touch(place, issue, act)
}
