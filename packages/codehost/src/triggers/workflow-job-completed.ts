import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { eventFields } from "../schema/events/IssueEvent.ts"
import { outcomeOf } from "../schema/outcome.ts"
import { Outcome } from "../schema/Workflow.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { Job, lastStarter, type Run } from "../wire/events/records.ts"
import { lookFrom, newSince } from "./parts/cursors.ts"
import { texts } from "./parts/filters.ts"
import { readList } from "./parts/lists.ts"
import { present, type Fact } from "./parts/occurrences.ts"
import { completedFilters, RUNS_SOURCE, runsOf } from "./parts/runs.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const JobCompleted = Schema.Struct({
  ...eventFields,
  /** Login of the user who started the attempt; a poll does not say it of attempts between the first and the last. */
  actor: eventFields.actor,
  job_id: Schema.Int,
  run_id: Schema.Int,
  attempt: Schema.Int,
  job: Schema.String,
  workflow: Schema.optionalKey(Schema.String),
  branch: Schema.optionalKey(Schema.String),
  sha: Schema.String,
  outcome: Outcome,
  /** The service's own term: `success`, `failure`, `skipped`, ... */
  conclusion: Schema.optionalKey(Schema.String),
  runner: Schema.optionalKey(Schema.String)
})
type JobCompleted = typeof JobCompleted.Type

/** @param actor the user who started the job's attempt of the run */
const factOf = (repository: string, job: Job, actor: string | undefined): Fact<JobCompleted> => ({
  id: String(job.id),
  at: job.completed_at ?? job.started_at ?? "",
  data: {
    repository,
    ...present({
      actor,
      workflow: job.workflow_name,
      branch: job.head_branch,
      conclusion: job.conclusion,
      runner: job.runner_name || undefined,
      url: job.html_url
    }),
    job_id: job.id,
    run_id: job.run_id,
    attempt: job.run_attempt ?? 1,
    job: job.name,
    sha: job.head_sha,
    outcome: outcomeOf(job.conclusion ?? "")
  },
  causes: [job.html_url]
})

/** Who started an attempt of a run, which a list of runs says of the first and the last. */
const starterOf = (run: Run, attempt: number): string | undefined => {
  if (attempt === (run.run_attempt ?? 1)) return lastStarter(run)
  return attempt === 1 ? run.actor?.login : undefined
}

/** How much later than its completion a job may seem to have been created, because the service's clocks differ. */
const CLOCKS_MILLIS = 10_000

/**
 * Whether the job ran in an attempt before, from which a re-run of the failed jobs took it over: the service sends and
 * lists it once more, with another id. https://github.com/actions/actions-runner-controller/issues/4315
 */
const isTakenOver = ({ run_attempt, created_at, completed_at }: Job): boolean =>
  (run_attempt ?? 1) > 1 && Date.parse(created_at ?? "") - Date.parse(completed_at ?? "") > CLOCKS_MILLIS

export const workflowJobCompleted = repositoryTrigger<JobCompleted>({
  id: "codehost_workflow_job_completed",
  title: "Workflow job completed",
  category: "Workflow",
  description:
    "A job of a workflow run has finished. `outcome` is succeeded, failed, cancelled or other; `conclusion` is the service's word.",
  output: JobCompleted,
  filters: { ...completedFilters, job: texts("job", "Its name, e.g. test *", ({ job }: JobCompleted) => job) },
  on: {
    workflow_job: ({ action, repository, sender, workflow_job }) =>
      action === "completed" && !isTakenOver(workflow_job)
        ? factOf(repository.full_name, workflow_job, sender?.login)
        : undefined
  },
  pollFrom: { source: RUNS_SOURCE },
  poll: (where, { operation, cursor, occurrence }) =>
    Effect.gen(function* () {
      const { items: runs, ...read } = yield* runsOf(operation, where)
      const listedAt = runs.map(({ value }) => value.updated_at)
      const since = lookFrom(cursor, listedAt)
      // The service may update a run only when it begins and ends.
      const moving = runs.filter(({ value }) => value.status !== "completed" || Date.parse(value.updated_at) >= since)
      const jobs = yield* Effect.forEach(
        moving,
        ({ value: run }) =>
          Effect.map(
            readList({
              operation,
              endpoint: inRepository(where, `/actions/runs/${run.id}/jobs?filter=all&per_page=100`),
              key: "jobs",
              item: Job
            }),
            ({ items }) =>
              items
                .filter(
                  ({ value }) =>
                    value.status === "completed" && typeof value.completed_at === "string" && !isTakenOver(value)
                )
                .map(({ value, raw }) =>
                  occurrence(factOf(fullName(where), value, starterOf(run, value.run_attempt ?? 1)), raw)
                )
          ),
        { concurrency: 4 }
      )
      return newSince(cursor, {
        ...read,
        occurrences: jobs.flat(),
        listedAt
      })
    })
})
