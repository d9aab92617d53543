// Notifications: one thread for each subject, with the reason and whether it was read.

export type Reason = "assign" | "author" | "comment" | "mention" | "review_requested" | "subscribed"

export interface NotificationThread {
  readonly id: number
  readonly personId: number
  readonly repositoryId: number
  readonly type: "Issue" | "PullRequest" | "Discussion"
  readonly number: number
  reason: Reason
  isUnread: boolean
  updatedAt: string
  lastReadAt: string | null
  /** Id of the latest issue comment. */
  latestCommentId: number | null
}
