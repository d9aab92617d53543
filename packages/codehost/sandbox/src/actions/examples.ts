// Inputs of the tool steps that work with workflows and their runs.

import type { Examples } from "@inlay/sandbox-kit/sandbox"

import { firstRunId } from "./runs.ts"

const widgets = { owner: "acme", repo: "widgets" }

export const examples: Readonly<Record<string, Examples>> = {
  codehost_create_workflow_dispatch: {
    match: [
      { ...widgets, workflow_id: "deploy.yml", inputs: { environment: "staging" } },
      { ...widgets, workflow_id: 7002, ref: "feature/a/b", inputs: { environment: "production", dry_run: "true" } }
    ],
    noMatch: [
      { ...widgets, workflow_id: "no-such.yml" },
      { ...widgets, workflow_id: "release.yml" }
    ]
  },
  codehost_enable_workflow: {
    match: [{ ...widgets, workflow_id: "nightly.yml" }],
    noMatch: [{ ...widgets, workflow_id: "no-such.yml" }]
  },
  codehost_disable_workflow: {
    match: [{ ...widgets, workflow_id: "ci.yml" }],
    noMatch: [{ ...widgets, workflow_id: "no-such.yml" }]
  },
  codehost_get_workflow_run: {
    match: [{ ...widgets, run_id: firstRunId }],
    noMatch: [{ ...widgets, run_id: 1 }]
  },
  codehost_list_workflow_runs: {
    match: [
      widgets,
      { ...widgets, workflow_id: "ci.yml", branch: "main", status: "failure" },
      { ...widgets, created: ">=2026-09-01" }
    ],
    noMatch: [
      { ...widgets, branch: "no-such-branch" },
      { ...widgets, workflow_id: "no-such.yml" }
    ]
  }
}
