// Workflows of each repository. The inputs that a workflow file declares are repeated here, because the YAML is not
// parsed.

import type { WorkflowInputs } from "./inputs.ts"

export interface Workflow {
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  readonly path: string
  readonly createdAt: string
  /** The inputs of a manual run. Null if the workflow cannot be started manually. */
  readonly dispatch: WorkflowInputs | null
  state: "active" | "disabled_manually" | "disabled_inactivity"
  updatedAt: string
}

const workflow = (
  id: number,
  repositoryId: number,
  file: string,
  name: string,
  dispatch: WorkflowInputs | null,
  state: Workflow["state"] = "active"
): Workflow => {
  const createdAt = "2025-03-04T10:00:00Z"
  return { id, repositoryId, name, path: `.github/workflows/${file}`, dispatch, state, createdAt, updatedAt: createdAt }
}

/** The workflows of acme/widgets, whose repository id is given. */
export const seedWorkflows = (widgets: number): ReadonlyArray<Workflow> => [
  workflow(7001, widgets, "ci.yml", "CI", {
    level: { type: "choice", required: false, options: ["info", "debug"] }
  }),
  workflow(7002, widgets, "deploy.yml", "Deploy", {
    environment: { type: "choice", required: true, options: ["staging", "production"] },
    version: { type: "string", required: false },
    dry_run: { type: "boolean", required: false }
  }),
  workflow(7003, widgets, "nightly.yml", "Nightly", null, "disabled_manually"),
  workflow(7004, widgets, "release.yml", "Release", null)
]

/** Whether the workflow has this id or file name. */
export const isNamed = ({ id, path }: Workflow, name: string): boolean =>
  String(id) === name || path === `.github/workflows/${name}`
