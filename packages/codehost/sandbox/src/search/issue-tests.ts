// The qualifiers of the issue search.
// Source: https://docs.github.com/en/search-github/searching-on-github/searching-issues-and-pull-requests

import { accountById } from "../accounts/accounts.ts"
import type { Issue } from "../issues/issues.ts"
import { mentions, mentionsIn } from "../issues/text.ts"
import type { Place } from "../issues/trackers.ts"
import type { World } from "../world.ts"
import { parseRange } from "./ranges.ts"

/** An issue and its repository. */
export interface Hit {
  readonly place: Place
  readonly issue: Issue
}

export type Test = (hit: Hit) => boolean

const is = (value: string): Test => {
  const tests: Readonly<Record<string, Test>> = {
    issue: ({ issue }) => issue.pull === undefined,
    pr: ({ issue }) => issue.pull !== undefined,
    "pull-request": ({ issue }) => issue.pull !== undefined,
    open: ({ issue }) => issue.state === "open",
    closed: ({ issue }) => issue.state === "closed",
    merged: ({ issue }) => issue.pull !== undefined && issue.pull.mergedAt !== null,
    unmerged: ({ issue }) => issue.pull?.mergedAt === null,
    draft: ({ issue }) => issue.pull?.draft === true,
    locked: ({ issue }) => issue.locked,
    unlocked: ({ issue }) => !issue.locked,
    public: ({ place }) => !place.repository.private,
    private: ({ place }) => place.repository.private
  }
  return tests[value.toLowerCase()] ?? (() => false)
}

const no = (value: string): Test => {
  const tests: Readonly<Record<string, Test>> = {
    label: ({ issue }) => issue.labels.length === 0,
    assignee: ({ issue }) => issue.assigneeIds.length === 0,
    milestone: ({ issue }) => issue.milestone === null
  }
  return tests[value.toLowerCase()] ?? (() => false)
}

const ofType = (value: string): Test =>
  ["issue", "pr"].includes(value.toLowerCase())
    ? is(value)
    : ({ issue }) => issue.type?.toLowerCase() === value.toLowerCase()

const byPerson =
  (idsOf: (hit: Hit) => ReadonlyArray<number>) =>
  (login: string, world: World): Test => {
    const lowerLogin = login.toLowerCase()
    return (hit) => idsOf(hit).some((id) => accountById(world, id).login.toLowerCase() === lowerLogin)
  }

const commenters = ({ issue }: Hit): ReadonlyArray<number> => issue.comments.map(({ authorId }) => authorId)
const requestedReviewers = ({ issue, place }: Hit): ReadonlyArray<number> => {
  if (issue.pull === undefined) return []
  const { teams } = accountById(place.world, place.repository.ownerId)
  const members = teams
    .filter(({ slug }) => issue.pull?.requestedTeams.includes(slug))
    .flatMap(({ memberIds }) => memberIds)
  return [...issue.pull.requestedIds, ...members]
}
const reviewers = ({ issue }: Hit): ReadonlyArray<number> =>
  issue.pull?.reviews.filter(({ state }) => state !== "PENDING").map(({ authorId }) => authorId) ?? []

const inRange =
  (valueOf: (issue: Issue) => string | number | null | undefined) =>
  (value: string): Test => {
    const range = parseRange(value)
    return ({ issue }) => {
      const field = valueOf(issue)
      return field !== null && field !== undefined && range(field)
    }
  }

const mentioning =
  (login: string): Test =>
  ({ issue }) =>
    mentions(issue, login)

/**
 * Tests by qualifier name. The value is one of the comma-separated values, with `@me` already replaced by the login.
 */
export const qualifiers: Readonly<Record<string, (value: string, world: World) => Test>> = {
  is,
  no,
  type: ofType,
  state: is,
  label:
    (value) =>
    ({ issue }) =>
      issue.labels.some(({ name }) => name.toLowerCase() === value.toLowerCase()),
  milestone:
    (value) =>
    ({ issue }) =>
      issue.milestone?.title.toLowerCase() === value.toLowerCase(),
  author: byPerson(({ issue }) => [issue.authorId]),
  assignee: (value, world) =>
    value === "*"
      ? ({ issue }) => issue.assigneeIds.length > 0
      : byPerson(({ issue }) => issue.assigneeIds)(value, world),
  commenter: byPerson(commenters),
  mentions: mentioning,
  involves: (value, world) => {
    const person = byPerson((hit) => [hit.issue.authorId, ...hit.issue.assigneeIds, ...commenters(hit)])(value, world)
    return (hit) => person(hit) || mentionsIn(hit.issue.body, value)
  },
  "review-requested": byPerson(requestedReviewers),
  "reviewed-by": byPerson(reviewers),
  reason:
    (value) =>
    ({ issue }) =>
      issue.stateReason?.replace("_", " ") === value.toLowerCase().replace("_", " "),
  draft:
    (value) =>
    ({ issue }) =>
      issue.pull !== undefined && String(issue.pull.draft) === value.toLowerCase(),
  archived:
    (value) =>
    ({ place }) =>
      String(place.repository.archived) === value.toLowerCase(),
  head:
    (value) =>
    ({ issue }) =>
      issue.pull?.headRef === value,
  base:
    (value) =>
    ({ issue }) =>
      issue.pull?.baseRef === value,
  comments: inRange(({ comments }) => comments.length),
  created: inRange(({ createdAt }) => createdAt),
  updated: inRange(({ updatedAt }) => updatedAt),
  closed: inRange(({ closedAt }) => closedAt),
  merged: inRange(({ pull }) => pull?.mergedAt)
}
