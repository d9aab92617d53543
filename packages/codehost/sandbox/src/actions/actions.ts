// Stores workflows and their runs.

import type { Conclusion, Phase, Run } from "./runs.ts"
import { isNamed, type Workflow } from "./workflows.ts"

export interface Actions {
  readonly workflows: Array<Workflow>
  /** Newest first. */
  runs: ReadonlyArray<Run>
  /** The conclusion of runs that start from now on. */
  conclusion: Conclusion
  /** The last status reported to hooks, by run id. */
  readonly reported: Map<number, Phase["status"]>
}

export const makeActions = (): Actions => ({ workflows: [], runs: [], conclusion: "success", reported: new Map() })

export const workflowsOf = ({ workflows }: Actions, repositoryId: number): ReadonlyArray<Workflow> =>
  workflows.filter((workflow) => workflow.repositoryId === repositoryId)

/** Finds a workflow by its id or its file name. */
export const findWorkflow = (actions: Actions, repositoryId: number, name: string): Workflow | undefined =>
  workflowsOf(actions, repositoryId).find((workflow) => isNamed(workflow, name))

export const runsOf = ({ runs }: Actions, repositoryId: number): ReadonlyArray<Run> =>
  runs.filter(({ workflow }) => workflow.repositoryId === repositoryId)

export const startRun = (actions: Actions, newRun: Omit<Run, "id" | "number" | "willConclude">): Run => {
  const number = actions.runs.filter(({ workflow }) => workflow === newRun.workflow).length + 1
  const id = Math.max(0, ...actions.runs.map((run) => run.id)) + 1
  const run = { ...newRun, id, number, willConclude: actions.conclusion }
  actions.runs = [run, ...actions.runs]
  return run
}
