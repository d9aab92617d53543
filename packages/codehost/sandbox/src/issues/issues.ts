// Issues and their data. A pull request is an issue with additional data in `pull`.

import type { Pull } from "../pulls/pulls.ts"

export interface Label {
  readonly id: number
  name: string
  /** Six hexadecimal digits. */
  color: string
  description: string | null
  readonly isDefault: boolean
}

export interface Milestone {
  readonly id: number
  readonly number: number
  title: string
  description: string | null
  state: "open" | "closed"
  readonly creatorId: number
  readonly createdAt: string
  updatedAt: string
  closedAt: string | null
  dueOn: string | null
}

export interface Comment {
  readonly id: number
  body: string
  readonly authorId: number
  readonly createdAt: string
  updatedAt: string
}

export const stateReasons = ["completed", "not_planned", "duplicate", "reopened"] as const
export type StateReason = (typeof stateReasons)[number]

export const lockReasons = ["off-topic", "too heated", "resolved", "spam"] as const
export type LockReason = (typeof lockReasons)[number]

/** An entry in the history of an issue. `detail` holds the members that are specific to the event's name. */
export interface IssueEvent {
  readonly id: number
  readonly name: string
  readonly actorId: number
  readonly at: string
  readonly commitSha: string | null
  readonly detail: EventDetail
}

export type EventDetail =
  | { readonly kind: "none" }
  | { readonly kind: "label"; readonly name: string; readonly color: string }
  | { readonly kind: "assignee"; readonly personId: number }
  | { readonly kind: "milestone"; readonly title: string }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "state"; readonly reason: StateReason | null }
  | { readonly kind: "lock"; readonly reason: LockReason | null }
  | { readonly kind: "reviewer"; readonly personId: number }
  | { readonly kind: "team"; readonly slug: string }
  | { readonly kind: "dismissal"; readonly reviewId: number; readonly state: string; readonly message: string }

export interface Issue {
  readonly id: number
  readonly number: number
  title: string
  body: string | null
  readonly authorId: number
  state: "open" | "closed"
  stateReason: StateReason | null
  labels: ReadonlyArray<Label>
  assigneeIds: ReadonlyArray<number>
  milestone: Milestone | null
  /** Name of one of the organization's issue types. */
  type: string | null
  locked: boolean
  lockReason: LockReason | null
  readonly createdAt: string
  updatedAt: string
  closedAt: string | null
  closedById: number | null
  readonly comments: Array<Comment>
  readonly events: Array<IssueEvent>
  /** Undefined if the issue is not a pull request. */
  readonly pull: Pull | undefined
}

/** An issue that is a pull request. */
export type PullIssue = Issue & { readonly pull: Pull }

export const isPull = (issue: Issue): issue is PullIssue => issue.pull !== undefined
