// Runs the sandbox's examples through the tool steps: the matching ones succeed, the others are refused with the right
// reason.
import { describe as describeSandbox } from "@inlay/codehost-sandbox"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { plugin } from "../src/plugin.ts"
import { world } from "./world.ts"

const { run } = world()
const { examples } = describeSandbox("http://127.0.0.1:1")

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The outcome of a step: something, nothing, or the reason of its failure. */
const outcome = async (step: string, input: unknown): Promise<string> => {
  const output = await run(step, input).catch((error: unknown) => error)
  if (output instanceof ProviderError) return output.reason._tag
  if (!isObject(output)) throw output
  const { items } = output
  return Array.isArray(items) && items.length === 0 ? "nothing" : "something"
}

it("every example belongs to an existing step, and no earlier example is gone", () => {
  const steps = plugin.toolSteps.map(({ id }) => id)
  expect(Object.keys(examples).filter((id) => !steps.includes(id))).toEqual([])
  expect(Object.keys(examples).length).toBeGreaterThanOrEqual(26)
})

/** The expected outcomes of the examples that match nothing, in their order. */
const refusals: Readonly<Record<string, ReadonlyArray<string>>> = {
  codehost_get_repository_info: ["NotFound", "NotFound"],
  codehost_create_repository: ["Conflict", "Forbidden", "NotFound"],
  codehost_star_repo: ["NotFound"],
  codehost_get_repository_content: ["NotFound", "NotFound", "NotFound"],
  codehost_create_or_update_file_contents: ["Conflict", "NotFound", "Conflict"],
  codehost_create_branch: ["Conflict", "NotFound", "NotFound"],
  codehost_get_commit: ["NotFound", "Conflict"],
  codehost_list_commits: ["NotFound", "nothing", "nothing"],
  codehost_create_issue: ["Invalid", "NotFound"],
  codehost_create_issue_comment: ["NotFound"],
  codehost_update_issue: ["NotFound"],
  codehost_get_issue_assignees: ["NotFound"],
  codehost_create_pull_request: ["Invalid", "Conflict"],
  codehost_get_reviewers: ["NotFound", "NotFound"],
  codehost_search_issues_and_pull_requests: ["nothing", "Invalid"],
  codehost_update_project_v2_item_status: ["NotFound", "NotFound"],
  codehost_create_workflow_dispatch: ["NotFound", "Invalid"],
  codehost_enable_workflow: ["NotFound"],
  codehost_disable_workflow: ["NotFound"],
  codehost_get_workflow_run: ["NotFound"],
  codehost_list_workflow_runs: ["NotFound", "NotFound"],
  codehost_create_gist: ["Invalid"],
  codehost_update_gist: ["NotFound"],
  codehost_list_gists_for_a_user: ["NotFound"],
  codehost_list_releases: ["nothing", "NotFound"],
  codehost_api_call: ["NotFound", "Invalid"]
}

describe.each(Object.entries(examples))("%s", (step, { match, noMatch }) => {
  it.each(match)("finds %j", async (input) => expect(await outcome(step, input)).toBe("something"))
  it.each(noMatch.map((input, at) => [input, refusals[step]?.[at]] as const))(
    "makes of %j: %s",
    async (input, message) => expect(await outcome(step, input)).toBe(message)
  )
})
