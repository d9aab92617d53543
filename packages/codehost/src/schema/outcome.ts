/** How a workflow run ended, in the terms of the specification. Pure. */

/** All outcomes, success first. */
export const OUTCOMES = ["succeeded", "failed", "cancelled", "other"] as const
/** One of the outcomes. */
export type Outcome = (typeof OUTCOMES)[number]

const BY_CONCLUSION: ReadonlyMap<string, Outcome> = new Map([
  ["success", "succeeded"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["startup_failure", "failed"],
  ["cancelled", "cancelled"]
])

/** Returns the outcome of a conclusion: neutral, skipped, stale and action_required become `other`. */
export const outcomeOf = (conclusion: string): Outcome => BY_CONCLUSION.get(conclusion) ?? "other"
