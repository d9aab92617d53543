// Filters and orders lists of pull requests.
// Source: https://docs.github.com/en/rest/pulls/pulls#list-pull-requests

import { accountById } from "../accounts/accounts.ts"
import type { PullIssue } from "../issues/issues.ts"
import { choiceOf } from "../issues/list.ts"
import { sourceOf } from "./branches.ts"
import { pullsOf } from "./finding.ts"
import type { PullPage } from "./records.ts"

const keys: Readonly<Record<string, (issue: PullIssue) => string | number>> = {
  created: ({ number }) => number,
  updated: ({ updatedAt }) => updatedAt,
  popularity: ({ comments }) => comments.length,
  // The age of pull requests that are still being worked on.
  "long-running": ({ number }) => number
}

/** Matches the head branch, given as `owner:branch`. Without an owner it filters nothing, as with the service. */
const headTest = (page: PullPage, head: string) => {
  const [owner = "", ref] = head.split(/:(.*)/su)
  return ({ pull }: PullIssue): boolean => {
    const login = accountById(page.world, sourceOf(page, pull).ownerId).login
    return ref === undefined || (pull.headRef === ref && login.toLowerCase() === owner.toLowerCase())
  }
}

export const listedPulls = (page: PullPage, query: URLSearchParams): ReadonlyArray<PullIssue> => {
  const state = choiceOf(query, "state", ["open", "closed", "all"], "PullRequest")
  const [head, base] = [query.get("head") ?? "", query.get("base") ?? ""]
  const isFromHead = headTest(page, head)
  const sort = query.get("sort") ?? "created"
  const key = keys[sort] ?? keys["created"]
  const matches = pullsOf(page)
    .filter((issue) => state === "all" || issue.state === state)
    .filter((issue) => head === "" || isFromHead(issue))
    .filter(({ pull }) => base === "" || pull.baseRef === base)
    .toSorted((one, other) => {
      const [left, right] = [key?.(one) ?? 0, key?.(other) ?? 0]
      return left < right ? -1 : left > right ? 1 : one.number - other.number
    })
  const direction = query.get("direction") ?? (sort === "created" ? "desc" : "asc")
  return direction === "desc" ? matches.toReversed() : matches
}
