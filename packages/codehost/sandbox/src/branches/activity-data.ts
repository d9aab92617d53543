// What became of branches, as it is remembered.

/** By repository: where each ref was. */
export type RefsSeen = Map<number, ReadonlyMap<string, string>>

export interface Activity {
  readonly id: number
  readonly repositoryId: number
  readonly ref: string
  /** Null where there was none, or is none. */
  readonly before: string | null
  readonly after: string | null
  readonly type: "push" | "force_push" | "branch_creation" | "branch_deletion" | "pr_merge"
  readonly actorId: number
  readonly at: string
}
