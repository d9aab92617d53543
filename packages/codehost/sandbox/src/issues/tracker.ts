// The issues, labels and milestones of one repository. Numbers are consecutive and issues are never removed, so the
// list is in order of creation. Other orders are computed once and cached until something changes.

import type { Issue, Label, Milestone } from "./issues.ts"

export type Order = "created" | "updated" | "comments"

export interface Tracker {
  /** Oldest first: number 1 is at index 0. */
  readonly issues: ReadonlyArray<Issue>
  /** Keys are in lower case. */
  readonly labels: Map<string, Label>
  readonly milestones: Array<Milestone>
  /** Authors of merged pull requests. */
  readonly contributors: Set<number>
  /** Issues in ascending order. */
  readonly ordered: (order: Order) => ReadonlyArray<Issue>
  /** The number of open and closed issues of a milestone. */
  readonly counts: (milestone: Milestone) => { readonly open: number; readonly closed: number }
  readonly find: (number: number) => Issue | undefined
  readonly nextNumber: () => number
  readonly add: (issue: Issue) => Issue
  /** Must be called after an issue changes. */
  readonly invalidate: () => void
}

/** Trackers by repository id. */
export type Trackers = Map<number, Tracker>

const keyOf: Readonly<Record<Exclude<Order, "created">, (issue: Issue) => string | number>> = {
  updated: ({ updatedAt }) => updatedAt,
  comments: ({ comments }) => comments.length
}

const inOrder = (issues: ReadonlyArray<Issue>, key: (issue: Issue) => string | number): ReadonlyArray<Issue> =>
  issues.toSorted((one, other) => {
    const [left, right] = [key(one), key(other)]
    return left < right ? -1 : left > right ? 1 : one.number - other.number
  })

export const makeTracker = (): Tracker => {
  const issues: Array<Issue> = []
  let lists = new Map<Order, ReadonlyArray<Issue>>()
  let counters: Map<number, { open: number; closed: number }> | undefined
  const count = (): Map<number, { open: number; closed: number }> => {
    const counts = new Map<number, { open: number; closed: number }>()
    for (const { milestone, state } of issues) {
      if (milestone === null) continue
      const entry = counts.get(milestone.id) ?? { open: 0, closed: 0 }
      entry[state] += 1
      counts.set(milestone.id, entry)
    }
    return counts
  }
  const invalidate = (): void => {
    if (lists.size > 0) lists = new Map()
    counters = undefined
  }
  return {
    issues,
    labels: new Map(),
    milestones: [],
    contributors: new Set(),
    ordered: (order) => {
      if (order === "created") return issues
      const list = lists.get(order) ?? inOrder(issues, keyOf[order])
      lists.set(order, list)
      return list
    },
    counts: ({ id }) => {
      counters ??= count()
      return counters.get(id) ?? { open: 0, closed: 0 }
    },
    find: (number) => issues[number - 1],
    nextNumber: () => issues.length + 1,
    add: (issue) => {
      issues.push(issue)
      invalidate()
      return issue
    },
    invalidate: invalidate
  }
}
