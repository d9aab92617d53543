/** The inputs of each step that produce the largest responses. */
import { inputSchema } from "@inlay/agent-plugin/ToolSchema"
import type { ToolStep } from "@inlay/agent-plugin/ToolStep"

import { SHA } from "./records.ts"

const widgets = { owner: "acme", repo: "widgets" }
const project = { owner: "acme", owner_type: "organization", project_number: 1, item_id: 1, status: "Done" }

export const largeInputs: Readonly<Record<string, ReadonlyArray<object>>> = {
  codehost_api_call: [
    { method: "GET", endpoint: "/repos/acme/widgets/issues" },
    { method: "GET", endpoint: "/repos/acme/widgets" },
    { method: "GET", endpoint: "/repos/acme/widgets/contents/src" }
  ],
  codehost_create_branch: [{ ...widgets, branch: "x", sha: SHA }],
  codehost_create_gist: [{ files: { "a.md": "a" } }],
  codehost_create_issue: [{ ...widgets, title: "a" }],
  codehost_create_issue_comment: [{ ...widgets, issue_number: 1, body: "a" }],
  codehost_create_or_update_file_contents: [{ ...widgets, path: "new.md", content: "a" }],
  codehost_create_pull_request: [{ ...widgets, title: "a", head: "topic", base: "main" }],
  codehost_create_repository: [{ name: "widgets" }],
  codehost_create_workflow_dispatch: [{ ...widgets, workflow_id: "ci.yml", ref: "main" }],
  codehost_disable_workflow: [{ ...widgets, workflow_id: "ci.yml" }],
  codehost_enable_workflow: [{ ...widgets, workflow_id: "ci.yml" }],
  codehost_get_commit: [
    { ...widgets, ref: "main", detail: "patch" },
    { ...widgets, ref: "main" }
  ],
  codehost_get_issue_assignees: [{ ...widgets, issue_number: 1 }],
  codehost_get_repository_content: [
    { ...widgets, path: "big.txt" },
    { ...widgets, path: "line.json" },
    { ...widgets, path: "src" }
  ],
  codehost_get_repository_info: [widgets],
  codehost_get_reviewers: [{ ...widgets, pull_number: 7 }],
  codehost_get_workflow_run: [{ ...widgets, run_id: 1 }],
  codehost_list_commits: [widgets, { ...widgets, per_page: 100 }],
  codehost_list_gists_for_a_user: [{ username: "mona", per_page: 100 }],
  codehost_list_releases: [{ ...widgets, per_page: 100 }],
  codehost_list_workflow_runs: [{ ...widgets, per_page: 100 }],
  codehost_search_issues_and_pull_requests: [{ q: "repo:acme/widgets" }, { q: "repo:acme/widgets", per_page: 100 }],
  codehost_star_repo: [widgets],
  codehost_update_gist: [{ gist_id: "aa5a", description: "a" }],
  codehost_update_issue: [{ ...widgets, issue_number: 1, title: "a" }],
  codehost_update_project_v2_item_status: [project]
}

const usual: Readonly<Record<string, unknown>> = Object.assign({}, ...Object.values(largeInputs).flat())

/** The listed inputs, or for a step without any, such as a new one, the fields that it has in common with the list. */
export const inputsOf = (step: Pick<ToolStep<never>, "id" | "input">): ReadonlyArray<object> => {
  const fields = Object.keys(inputSchema(step).properties ?? {})
  return largeInputs[step.id] ?? [Object.fromEntries(fields.filter((f) => f in usual).map((f) => [f, usual[f]]))]
}
