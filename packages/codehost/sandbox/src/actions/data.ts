// What the sandbox knows of workflows and their runs.

import type { Conclusion, Phase, Run } from "./runs.ts"
import { isNamed, type Workflow } from "./workflows.ts"

export interface Actions {
  readonly workflows: Array<Workflow>
  /** Newest first. */
  runs: ReadonlyArray<Run>
  /** How runs that begin from now on will end. */
  conclusion: Conclusion
  /** How far runs had come when they were last told of. */
  readonly reported: Map<number, Phase["status"]>
}

export const makeActions = (): Actions => ({ workflows: [], runs: [], conclusion: "success", reported: new Map() })

export const workflowsOf = ({ workflows }: Actions, repositoryId: number): ReadonlyArray<Workflow> =>
  workflows.filter((workflow) => workflow.repositoryId === repositoryId)

/** By its id or the name of its file. */
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
