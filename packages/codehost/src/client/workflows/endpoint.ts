/** Returns the endpoint of a workflow, or one below it. */
import type { WorkflowName } from "../../schema/Workflow.ts"
import { inRepository } from "../../wire/endpoint.ts"

export const at = ({ workflow_id, ...repository }: WorkflowName, rest = ""): string => {
  const name = String(workflow_id).replace(/^\.github\/workflows\//, "")
  return inRepository(repository, `/actions/workflows/${encodeURIComponent(name)}${rest}`)
}
