/** States of a workflow run. */
export const runState = {
  waiting: "waiting",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  other: "ended"
} as const
