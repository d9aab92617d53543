// The data that pull requests have in addition to issues: branches, reviews and requested reviewers.

export const mergeMethods = ["merge", "squash", "rebase"] as const
export type MergeMethod = (typeof mergeMethods)[number]

export type ReviewState = "PENDING" | "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED"

export interface Review {
  readonly id: number
  readonly authorId: number
  body: string
  state: ReviewState
  /** Null while the review is pending. */
  submittedAt: string | null
  commitSha: string
}

/** A comment on a line, or on a whole file if `line` is null. */
export interface ReviewComment {
  readonly id: number
  readonly reviewId: number
  readonly authorId: number
  body: string
  readonly path: string
  readonly line: number | null
  readonly side: "LEFT" | "RIGHT"
  readonly commitSha: string
  readonly replyTo: number | null
  readonly createdAt: string
  updatedAt: string
}

export interface Pull {
  readonly id: number
  readonly headRepositoryId: number
  readonly headRef: string
  /** SHA of the head branch while the pull request is open. Afterwards, the last SHA. */
  headSha: string
  baseRef: string
  /** SHA of the base branch when the pull request was opened, pushed to or merged. */
  baseSha: string
  draft: boolean
  maintainerCanModify: boolean
  mergedAt: string | null
  mergedById: number | null
  mergeCommitSha: string | null
  requestedIds: ReadonlyArray<number>
  requestedTeams: ReadonlyArray<string>
  readonly reviews: Array<Review>
  readonly reviewComments: Array<ReviewComment>
}

type Branches = Pick<
  Pull,
  "headRepositoryId" | "headRef" | "headSha" | "baseRef" | "baseSha" | "draft" | "maintainerCanModify"
>

/** A pull request that nobody has reviewed yet. */
export const makePull = (id: number, branches: Branches): Pull => ({
  id,
  ...branches,
  mergedAt: null,
  mergedById: null,
  mergeCommitSha: null,
  requestedIds: [],
  requestedTeams: [],
  reviews: [],
  reviewComments: []
})
