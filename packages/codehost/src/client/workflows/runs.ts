/** Lists runs of workflows and adds to each its outcome in the terms of the specification. */
import type { Operation } from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { outcomeOf } from "../../schema/outcome.ts"
import type { Page } from "../../schema/Page.ts"
import { RUN_EVENTS, statusWord } from "../../schema/run-filters.ts"
import { WorkflowRun, type RunQuery } from "../../schema/Workflow.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { listsWith } from "../../wire/lists.ts"
import type { Http } from "../../wire/requests.ts"
import { existence } from "../repositories/existence.ts"
import { at } from "./endpoint.ts"

/** Adds the outcome to a run that has a conclusion. */
export const withOutcome = (run: WorkflowRun): WorkflowRun =>
  typeof run.conclusion === "string" ? { ...run, outcome: outcomeOf(run.conclusion) } : run

/** Makes the methods that list runs, for an operation. */
export const runLists = <F extends Schema.Struct.Fields>(http: Http, operation: Operation<F, Page<WorkflowRun>>) => {
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
    (page: Page<WorkflowRun>): Page<WorkflowRun> => ({ ...page, items: page.items.map(withOutcome) })
  )
}
