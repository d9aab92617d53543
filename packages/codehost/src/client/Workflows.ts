/** Lists, dispatches, enables and disables workflows, and reads their runs. */
import { defined } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { outcomeOf } from "../schema/outcome.ts"
import { DEFAULT_PER_PAGE, pageOf, paging, type Page, type PageInput } from "../schema/Page.ts"
import { RepositoryName } from "../schema/Repository.ts"
import { statusWord } from "../schema/run-filters.ts"
import {
  Accepted,
  Dispatch,
  DispatchRequest,
  RunName,
  RunPage,
  RunQuery,
  Workflow,
  WorkflowName,
  WorkflowRun
} from "../schema/Workflow.ts"
import { inRepository } from "../wire/endpoint.ts"
import { lists, listsWith, type ReadList } from "../wire/lists.ts"
import { newest, state } from "../wire/look-at.ts"
import type { ReadPage } from "../wire/pages.ts"
import { afterChange, byStatus, byOutput, reader, writing, type Http } from "../wire/requests.ts"
import { decoder, operation } from "../wire/service.ts"
import { defaultBranch } from "./repositories/default-branch.ts"
import { existence } from "./repositories/existence.ts"

/** Workflows of a repository. */
export interface Workflows {
  /** `GET /repos/{owner}/{repo}/actions/workflows`. */
  readonly page: ReadPage<RepositoryName, Workflow>
  /** Like `page`, but all pages. */
  readonly list: ReadList<RepositoryName, Workflow>
  /** `GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}`. */
  readonly get: (input: WorkflowName) => Effect.Effect<Workflow, ProviderError>
  /** `POST .../dispatches`. The workflow must have a `workflow_dispatch` trigger on the ref. */
  readonly dispatch: (input: DispatchRequest) => Effect.Effect<Dispatch, ProviderError>
  /** `PUT .../enable`. Also succeeds if the workflow is enabled already. */
  readonly enable: (input: WorkflowName) => Effect.Effect<{ readonly enabled: true }, ProviderError>
  /** `PUT .../disable`. Also succeeds if the workflow is disabled already. */
  readonly disable: (input: WorkflowName) => Effect.Effect<{ readonly enabled: false }, ProviderError>
  /** `GET /repos/{owner}/{repo}/actions/runs/{run_id}`. */
  readonly run: (input: RunName) => Effect.Effect<WorkflowRun, ProviderError>
  /** `GET /repos/{owner}/{repo}/actions/runs`, or the runs of one workflow; newest first, with a filter at most 1,000. */
  readonly runsPage: ReadPage<RunQuery, WorkflowRun, RunPage>
  /** Like `runsPage`, but all pages. */
  readonly runsList: ReadList<RunQuery, WorkflowRun, RunPage>
}

export const list = operation({
  name: "workflows.list",
  input: Schema.Struct({ ...RepositoryName.fields, ...paging }),
  output: pageOf(Workflow)
})

export const get = operation({ name: "workflows.get", input: WorkflowName, output: Workflow })

export const dispatch = operation({ name: "workflows.dispatch", input: DispatchRequest, output: Dispatch })

export const enable = operation({
  name: "workflows.enable",
  input: WorkflowName,
  output: Schema.Struct({ enabled: Schema.Literal(true) })
})

export const disable = operation({
  name: "workflows.disable",
  input: WorkflowName,
  output: Schema.Struct({ enabled: Schema.Literal(false) })
})

export const run = operation({ name: "workflows.run", input: RunName, output: WorkflowRun })

export const runs = operation({
  name: "workflows.runs",
  input: Schema.Struct({ ...RunQuery.fields, ...paging }),
  output: RunPage
})

/** Returns the endpoint of a workflow, or one below it. */
const at = ({ workflow_id, ...repository }: WorkflowName, rest = ""): string => {
  const name = String(workflow_id).replace(/^\.github\/workflows\//, "")
  return inRepository(repository, `/actions/workflows/${encodeURIComponent(name)}${rest}`)
}

/** Whether the service refused the input because of this key. */
const refuses = (key: string, { reason }: ProviderError): boolean =>
  reason._tag === "Invalid" &&
  [reason.what, ...reason.fields.map(({ field }) => field)].some((text) => text.includes(key))

/** Makes a function that dispatches a workflow and returns its run if the service names it. */
const dispatchOver = (http: Http) => {
  const readAccepted = decoder(dispatch.name, Accepted)
  const baseOf = defaultBranch(http, dispatch.name)
  const start = (input: DispatchRequest, body: Readonly<Record<string, unknown>>) =>
    http.call({
      operation: dispatch.name,
      method: "POST",
      endpoint: at(input, "/dispatches"),
      lookAt: newest(/^\d+$/.test(String(input.workflow_id)) ? "runs" : `runs of ${input.workflow_id}`, input),
      body: defined(body)
    })
  return Effect.fnUntraced(function* (input: DispatchRequest) {
    const { return_run_details } = input
    const body = { ref: input.ref ?? (yield* baseOf(input)), inputs: input.inputs }
    const answer = yield* start(input, { ...body, return_run_details }).pipe(
      // Retrying is safe: the first request was refused as a whole, so no run was started.
      Effect.catch((error) =>
        return_run_details !== undefined && refuses("return_run_details", error)
          ? start(input, body)
          : Effect.fail(error)
      )
    )
    const details = answer.status === 204 ? {} : yield* afterChange(readAccepted(answer))
    const dispatched: Dispatch = { dispatched: true, ...details }
    return dispatched
  })
}

/** Adds the outcome to a run that has a conclusion. */
const withOutcome = (one: WorkflowRun): WorkflowRun =>
  typeof one.conclusion === "string" ? { ...one, outcome: outcomeOf(one.conclusion) } : one

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

/** Makes the methods that list runs. */
const runLists = (http: Http) => {
  const mustExist = existence(http, runs.name)
  return listsWith(
    http,
    runs,
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
        if (event !== undefined) yield* mustExist.event(event)
        if (branch !== undefined) yield* mustExist.branch(input, branch)
        if (actor !== undefined) yield* mustExist.user(actor)
        if (head_sha !== undefined) yield* mustExist.commit(input, head_sha)
      })
    },
    complete
  )
}

/** The request that enables or disables a workflow. */
const turn = (input: WorkflowName, verb: "enable" | "disable") =>
  ({
    method: "PUT",
    endpoint: at(input, `/${verb}`),
    lookAt: state(`the workflow ${input.workflow_id}`, input)
  }) as const

export const make = (http: Http): Workflows => {
  const readRun = reader(http, run.name, WorkflowRun)
  const { page: runsPage, list: runsList } = runLists(http)
  return {
    ...lists(http, list, {
      item: Workflow,
      key: "workflows",
      endpoint: (input: RepositoryName) => inRepository(input, "/actions/workflows")
    }),
    get: byOutput(http, get, (input) => ({ method: "GET", endpoint: at(input) })),
    dispatch: Operation.method(dispatch, writing(http, dispatch.name, dispatchOver(http))),
    enable: byStatus(http, enable, (input) => turn(input, "enable"), { enabled: true } as const),
    disable: byStatus(http, disable, (input) => turn(input, "disable"), { enabled: false } as const),
    run: Operation.method(run, (input) =>
      Effect.map(
        readRun({ method: "GET", endpoint: inRepository(input, `/actions/runs/${input.run_id}`) }),
        withOutcome
      )
    ),
    runsPage,
    runsList
  }
}
