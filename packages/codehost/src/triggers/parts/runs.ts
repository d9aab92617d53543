/** The list of workflow runs that both workflow triggers poll, and their filters. */
import { Outcome } from "../../schema/Workflow.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { Run } from "../../wire/events/records.ts"
import { choice, refs, texts, type Filters } from "./filters.ts"
import { readList } from "./lists.ts"
import type { PolledRepository } from "./targets.ts"

export const RUNS_SOURCE = "workflow runs"

/** Pages to read. The service lists runs by creation time, so long-running and restarted runs are further down. */
const PAGES = 2

export const runsOf = (operation: string, where: PolledRepository) =>
  readList({
    operation,
    endpoint: inRepository(where, "/actions/runs?per_page=100"),
    key: "workflow_runs",
    item: Run,
    maxPages: PAGES
  })

interface CompletedRun {
  readonly repository: string
  readonly actor?: string
  readonly outcome: string
  readonly conclusion?: string
  readonly workflow?: string
  readonly branch?: string
}

export const completedFilters: Filters<CompletedRun> = {
  outcome: choice("outcome", Outcome.literals, ({ outcome }) => outcome),
  conclusion: texts("conclusion", "The service's word: success, failure, timed_out, ...", (data) => data.conclusion),
  workflow: texts("workflow", "Its name", ({ workflow }) => workflow),
  branch: refs("branch", "Branch that it ran on, or a pattern: release/*", ({ branch }) => branch)
}
