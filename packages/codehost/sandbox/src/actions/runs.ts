// Workflow runs. The phase of a run is computed from the sandbox's clock each time it is read; no timer advances it.

import { isoSeconds, startOfTime } from "../frame/clock.ts"
import type { Workflow } from "./workflows.ts"

export const conclusions = [
  "success",
  "failure",
  "cancelled",
  "skipped",
  "neutral",
  "timed_out",
  "action_required",
  "stale",
  "startup_failure"
] as const

export type Conclusion = (typeof conclusions)[number]

export interface Run {
  readonly id: number
  readonly number: number
  readonly workflow: Workflow
  readonly event: string
  readonly branch: string
  readonly sha: string
  readonly actorId: number
  readonly title: string
  readonly createdAtMillis: number
  readonly willConclude: Conclusion
  /** Unix milliseconds of the sandbox's clock. Null for seeded runs, which have already completed. */
  readonly startedMillis: number | null
  /** Attempt number. 1 if absent; each rerun adds 1. */
  readonly attempt?: number
}

export interface Phase {
  readonly status: "queued" | "in_progress" | "completed"
  readonly conclusion: Conclusion | null
  readonly updatedAt: string
}

const queuedSeconds = 2
const runningSeconds = 8
const longAgoSeconds = 240

export const phaseOf = ({ createdAtMillis, startedMillis, willConclude }: Run, now: number): Phase => {
  const after = (seconds: number): string => isoSeconds(createdAtMillis + seconds * 1000)
  const elapsed = startedMillis === null ? Infinity : (now - startedMillis) / 1000
  if (elapsed < queuedSeconds) return { status: "queued", conclusion: null, updatedAt: after(0) }
  if (elapsed < queuedSeconds + runningSeconds) {
    return { status: "in_progress", conclusion: null, updatedAt: after(queuedSeconds) }
  }
  const duration = startedMillis === null ? longAgoSeconds : queuedSeconds + runningSeconds
  return { status: "completed", conclusion: willConclude, updatedAt: after(duration) }
}

/**
 * When each phase of a run that was started here ends, in Unix milliseconds of the sandbox's clock. Empty for seeded
 * runs.
 */
export const phaseEnds = ({ startedMillis }: Run): ReadonlyArray<number> =>
  startedMillis === null
    ? []
    : [startedMillis + queuedSeconds * 1000, startedMillis + (queuedSeconds + runningSeconds) * 1000]

/** A copy of the run that completes at `now`. */
export const concluded = (run: Run, willConclude: Conclusion, now: number): Run => ({
  ...run,
  willConclude,
  startedMillis: now - (queuedSeconds + runningSeconds) * 1000
})

/** A copy of the run that starts again at `now`, with the next attempt number. */
export const again = (run: Run, willConclude: Conclusion, now: number): Run => ({
  ...run,
  willConclude,
  startedMillis: now,
  attempt: (run.attempt ?? 1) + 1
})

const seededRuns = 1240
/** Id of the oldest seeded run. */
export const firstRunId = 1_800_000_001
const hour = 3_600_000
const events = ["push", "pull_request", "push", "schedule"]
const branches = ["main", "main", "feature/a/b", "main", "docs/typos"]

/** Mostly `success`. Every other conclusion occurs among the newest runs. */
const conclusionAt = (index: number): Conclusion =>
  (index % 7 === 0 ? conclusions[(index / 7) % conclusions.length] : undefined) ?? "success"

const at = <A>(list: ReadonlyArray<A>, index: number, otherwise: A): A => list[index % list.length] ?? otherwise

/** Seeded runs, newest first. There are more than the 1,000 that a filtered list returns. */
export const seedRuns = (
  workflow: Workflow,
  actorIds: ReadonlyArray<number>,
  shaOf: (branch: string) => string | undefined
): ReadonlyArray<Run> =>
  Array.from({ length: seededRuns }, (_, index) => {
    const branchName = at(branches, index, "main")
    const branch = shaOf(branchName) === undefined ? "main" : branchName
    const number = seededRuns - index
    return {
      id: firstRunId + number - 1,
      number,
      workflow,
      event: at(events, index, "push"),
      branch,
      sha: shaOf(branch) ?? "",
      actorId: at(actorIds, index, 0),
      title: `Check ${branch} (${number})`,
      createdAtMillis: startOfTime - (index + 1) * hour,
      willConclude: conclusionAt(index),
      startedMillis: null
    }
  })
