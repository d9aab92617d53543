/** How a run of a workflow stands. */
export const runState = {
  waiting: "waiting",
  running: "running",
  succeeded: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
  other: "ended"
} as const
