import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { outcomeOf } from "../schema/outcome.ts"
import { Outcome } from "../schema/Workflow.ts"
import { fullName } from "../wire/endpoint.ts"
import { lastStarter, type Run } from "../wire/events/records.ts"
import { newSince } from "./parts/cursors.ts"
import { texts } from "./parts/filters.ts"
import { present, type Fact } from "./parts/occurrences.ts"
import { completedFilters, RUNS_SOURCE, runsOf } from "./parts/runs.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const RunCompleted = Schema.Struct({
  ...eventFields,
  run_id: Schema.Int,
  run_number: Schema.Int,
  attempt: Schema.Int,
  workflow: Schema.optionalKey(Schema.String),
  workflow_id: Schema.Int,
  title: Schema.optionalKey(Schema.String),
  /** The event that started the run: `push`, `pull_request`, ... */
  event: Schema.String,
  branch: Schema.optionalKey(Schema.String),
  sha: Schema.String,
  outcome: Outcome,
  /** The service's own term: `success`, `failure`, `timed_out`, ... */
  conclusion: Schema.optionalKey(Schema.String)
})
type RunCompleted = typeof RunCompleted.Type

/** The id includes the attempt: a run that is started again completes again. */
const factOf = (repository: string, run: Run): Fact<RunCompleted> => {
  const attempt = run.run_attempt ?? 1
  return {
    id: `${run.id}/${attempt}`,
    at: run.updated_at,
    data: {
      repository,
      ...present({
        actor: lastStarter(run),
        workflow: run.name,
        title: run.display_title,
        branch: run.head_branch,
        conclusion: run.conclusion
      }),
      url: run.html_url,
      run_id: run.id,
      run_number: run.run_number,
      attempt,
      workflow_id: run.workflow_id,
      event: run.event,
      sha: run.head_sha,
      outcome: outcomeOf(run.conclusion ?? "")
    },
    causes: [run.html_url]
  }
}

export const workflowRunCompleted = repositoryTrigger<RunCompleted>({
  id: "codehost_workflow_run_completed",
  title: "Workflow run completed",
  category: "Workflow",
  description:
    "A workflow run has finished. `outcome` is succeeded, failed, cancelled or other; `conclusion` is the service's word. A poll sees the 200 newest runs.",
  output: RunCompleted,
  filters: {
    ...completedFilters,
    event: texts("event", "What started it, e.g. push", ({ event }: RunCompleted) => event)
  },
  on: {
    workflow_run: ({ action, repository, workflow_run }) =>
      action === "completed" ? factOf(repository.full_name, workflow_run) : undefined
  },
  pollFrom: { source: RUNS_SOURCE },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.map(runsOf(operation, where), (read) => {
      const occurrences = read.items
        .filter(({ value }) => value.status === "completed")
        .map(({ value, raw }) => occurrence(factOf(fullName(where), value), raw))
      return newSince(cursor, {
        ...read,
        listedAt: read.items.map(({ value }) => value.updated_at),
        // The service updates runs long after they were completed, such as when it deletes their logs.
        // https://github.com/octokit/rest.js/issues/518
        notedKeys: occurrences.map(({ key }) => key),
        occurrences
      })
    })
})
