// The workflows of each repository: files that say when they run. What a file says is declared here, beside it.

import type { WorkflowInputs } from "./inputs.ts"

export interface Workflow {
  readonly id: number
  readonly repositoryId: number
  readonly name: string
  readonly path: string
  readonly createdAt: string
  /** What it takes when it is started by hand; null: it cannot be. */
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

/** Of acme/widgets, whose id is given: what its files say. */
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

/** By its id or by the name of its file. */
export const isNamed = ({ id, path }: Workflow, name: string): boolean =>
  String(id) === name || path === `.github/workflows/${name}`
