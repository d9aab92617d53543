/** How a workflow run ended, in the specification's words. Pure. */

/** Every one, the good one first. */
export const OUTCOMES = ["succeeded", "failed", "cancelled", "other"] as const
/** One of them. */
export type Outcome = (typeof OUTCOMES)[number]

const BY_CONCLUSION: ReadonlyMap<string, Outcome> = new Map([
  ["success", "succeeded"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["startup_failure", "failed"],
  ["cancelled", "cancelled"]
])

/** The outcome of a conclusion: neutral, skipped, stale and action_required are `other`. */
export const outcomeOf = (conclusion: string): Outcome => BY_CONCLUSION.get(conclusion) ?? "other"
