// Stores the activity of branches.

/** The SHA of each ref when it was last seen, by repository id. */
export type RefsSeen = Map<number, ReadonlyMap<string, string>>

export interface Activity {
  readonly id: number
  readonly repositoryId: number
  readonly ref: string
  /** Null if the branch did not exist before, or no longer exists after. */
  readonly before: string | null
  readonly after: string | null
  readonly type: "push" | "force_push" | "branch_creation" | "branch_deletion" | "pr_merge"
  readonly actorId: number
  readonly at: string
}
