/** Collects what waits for the user in a repository. Pure. */
import type { WaitingForUser, RepositoryFacts, Run, Runs, Thread } from "../requests.ts"

export interface Waiting {
  readonly runs: ReadonlyArray<Run>
  readonly reviews: ReadonlyArray<Thread>
  readonly mentions: ReadonlyArray<Thread>
  readonly count: number
}

/** A failed run concerns everybody if it is on the default branch, and otherwise the person who started it. */
const concerns = ({ branch, actor }: Run, facts: RepositoryFacts | undefined): boolean =>
  facts === undefined || branch === facts.branch || (actor !== "" && actor.toLowerCase() === facts.login.toLowerCase())

export const waitingOf = (
  facts: RepositoryFacts | undefined,
  runs: Runs | undefined,
  asked: WaitingForUser | undefined
): Waiting => {
  const failed = (runs?.failed ?? []).filter((run) => concerns(run, facts))
  const reviews = asked?.reviews ?? []
  const asksAlready = new Set(reviews.map(({ number }) => number))
  // A pull request that both requests a review and mentions the user is listed once.
  const mentions = (asked?.mentions ?? []).filter(({ number }) => !asksAlready.has(number))
  return { runs: failed, reviews, mentions, count: failed.length + reviews.length + mentions.length }
}
