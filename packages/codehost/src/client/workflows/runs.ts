/** Lists runs of workflows and adds to each its outcome in the terms of the specification. */
import type { Operation } from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { outcomeOf } from "../../schema/outcome.ts"
import { DEFAULT_PER_PAGE, type Page, type PageInput } from "../../schema/Page.ts"
import { RUN_EVENTS, statusWord } from "../../schema/run-filters.ts"
import { WorkflowRun, type RunPage, type RunQuery } from "../../schema/Workflow.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { listsWith } from "../../wire/lists.ts"
import type { Http } from "../../wire/requests.ts"
import { existence } from "../repositories/existence.ts"
import { at } from "./endpoint.ts"

/** Adds the outcome to a run that has a conclusion. */
export const withOutcome = (run: WorkflowRun): WorkflowRun =>
  typeof run.conclusion === "string" ? { ...run, outcome: outcomeOf(run.conclusion) } : run

/**
 * The number of runs of a filtered list that can be read:
 * https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-repository
 */
const READABLE = 1000

/** A page with the outcomes of its runs, and without a `next` that leads past the runs that can be read. */
const complete = (read: Page<WorkflowRun>, _body: unknown, query: RunQuery & PageInput): RunPage => {
  const page = { ...read, items: read.items.map(withOutcome) }
  const { actor, branch, created, event, head_sha, status } = query
  const isFiltered = [actor, branch, created, event, head_sha, status].some((filter) => filter !== undefined)
  const { next, total = 0, ...rest } = page
  if (!isFiltered || total <= READABLE) return page
  const { page: number = 1, per_page = DEFAULT_PER_PAGE } = query
  return {
    ...rest,
    total,
    pages: Math.ceil(READABLE / per_page),
    ...(next !== undefined && number * per_page < READABLE && { next }),
    notice: `${total} match; the service returns only the first ${READABLE}. Narrow the filters to read the others, for example by \`created\`.`
  }
}

/** Makes the methods that list runs, for an operation. */
export const runLists = <F extends Schema.Struct.Fields>(http: Http, operation: Operation<F, RunPage>) => {
  const mustExist = existence(http, operation.name)
  return listsWith(
    http,
    operation,
    {
      item: WorkflowRun,
      key: "workflow_runs",
      endpoint: ({ workflow_id, owner, repo }: RunQuery) =>
        workflow_id === undefined
          ? inRepository({ owner, repo }, "/actions/runs")
          : at({ owner, repo, workflow_id }, "/runs"),
      query: ({ owner: _owner, repo: _repo, workflow_id: _workflow, status, ...query }) => ({
        ...query,
        status: status === undefined ? undefined : statusWord(status)
      }),
      whenEmpty: Effect.fnUntraced(function* ({ branch, actor, event, head_sha, ...input }) {
        if (event !== undefined) yield* mustExist.word("event", event, RUN_EVENTS)
        if (branch !== undefined) yield* mustExist.branch(input, branch)
        if (actor !== undefined) yield* mustExist.user(actor)
        if (head_sha !== undefined) yield* mustExist.commit(input, head_sha)
      })
    },
    complete
  )
}
