/**
 * The steps that a browser can run, as a `Runner` needs them before it runs one: with the ids and titles of the full
 * plugin. Pure data.
 */
import type { Runnable } from "@inlay/agent-plugin/Plugin"

const reads = { readOnly: true } as const
const writes = { readOnly: false } as const

export const stepInfos: Runnable["toolSteps"] = [
  { id: "codehost_api_call", title: "API Call", hints: writes, readsToo: true },
  { id: "codehost_get_repository_info", title: "Get Repository Info", hints: reads },
  { id: "codehost_list_workflow_runs", title: "List Workflow Runs", hints: reads },
  { id: "codehost_search_issues_and_pull_requests", title: "Search Issues and Pull Requests", hints: reads },
  { id: "codehost_star_repo", title: "Star Repo", hints: writes },
  { id: "codehost_create_issue_comment", title: "Create Issue Comment", hints: writes },
  { id: "codehost_create_workflow_dispatch", title: "Create Workflow Dispatch", hints: writes }
]
