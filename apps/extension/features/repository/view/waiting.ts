/** What waits for the reader of a repository. Pure. */
import type { Asked, RepositoryFacts, Run, Runs, Thread } from "../requests.ts"

export interface Waiting {
  readonly runs: ReadonlyArray<Run>
  readonly reviews: ReadonlyArray<Thread>
  readonly mentions: ReadonlyArray<Thread>
  readonly count: number
}

/** Failed runs wait for everybody where they are of the default branch, and for whoever started them anywhere. */
const concerns = ({ branch, actor }: Run, facts: RepositoryFacts | undefined): boolean =>
  facts === undefined || branch === facts.branch || (actor !== "" && actor.toLowerCase() === facts.login.toLowerCase())

export const waitingOf = (
  facts: RepositoryFacts | undefined,
  runs: Runs | undefined,
  asked: Asked | undefined
): Waiting => {
  const failed = (runs?.failed ?? []).filter((run) => concerns(run, facts))
  const reviews = asked?.reviews ?? []
  const asksAlready = new Set(reviews.map(({ number }) => number))
  // Whoever is asked for a review and mentioned in the same place has one thing to look at.
  const mentions = (asked?.mentions ?? []).filter(({ number }) => !asksAlready.has(number))
  return { runs: failed, reviews, mentions, count: failed.length + reviews.length + mentions.length }
}
