// Reports the progress of workflow runs. No timer advances them: each call works out which phases were reached since
// the last call.

import { emit } from "../domain-events/domain-events.ts"
import type { World } from "../world.ts"
import type { Actions } from "./actions.ts"
import { type Phase, phaseEnds, phaseOf, type Run } from "./runs.ts"

const order: ReadonlyArray<Phase["status"]> = ["queued", "in_progress", "completed"]

const runActions = { queued: "requested", in_progress: "in_progress", completed: "completed" }

/** The runs that were started in this sandbox (not seeded), oldest first. */
const live = ({ runs }: Actions): ReadonlyArray<Run> =>
  runs.filter(({ startedMillis }) => startedMillis !== null).toReversed()

/** A run that failed at startup has no job. */
const hasJob = ({ willConclude }: Run): boolean => willConclude !== "startup_failure"

export const reportRuns = (world: World, now: number): void => {
  const { actions } = world
  for (const run of live(actions)) {
    const last = actions.reported.get(run.id)
    const { status } = phaseOf(run, now)
    const repository = world.repositories.byId.get(run.workflow.repositoryId)
    if (last === status || repository === undefined) continue
    actions.reported.set(run.id, status)
    const from = last === undefined ? 0 : order.indexOf(last) + 1
    for (const reached of order.slice(from, order.indexOf(status) + 1)) {
      emit(world, "workflow_run", repository, { action: runActions[reached], run }, run.actorId)
      if (hasJob(run)) emit(world, "workflow_job", repository, { action: reached, run }, run.actorId)
    }
  }
}

/** Milliseconds until the next run enters another phase, or undefined if no run is under way. */
export const untilNextPhase = (actions: Actions, now: number): number | undefined => {
  const ends = live(actions).flatMap((run) => phaseEnds(run).filter((end) => end > now))
  return ends.length === 0 ? undefined : Math.min(...ends) - now + 1
}
