/** Workflows and their runs. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { decoder } from "../internal/decoder.ts"
import { defaultBranch } from "../internal/default-branch.ts"
import { given, inRepository } from "../internal/endpoint.ts"
import { existence } from "../internal/existence.ts"
import { newest, state } from "../internal/how-to-look.ts"
import {
  oneOf,
  optional,
  positive,
  ref,
  repository,
  sha,
  text,
  login,
  workflow,
  type Rule
} from "../internal/inputs.ts"
import { changed, done, method, one, reader, writing, type Http } from "../internal/methods.ts"
import { RUN_EVENTS, RunStatus, dateRange, statusWord } from "../internal/run-filters.ts"
import { Accepted, Workflow, WorkflowRun, outcomeOf, type Dispatch } from "../schema/Workflow.ts"
import { lists, listsWith, type Page, type ReadList, type ReadPage } from "./pages.ts"
import type { RepositoryName } from "./Repositories.ts"

/** Names a workflow. */
export interface WorkflowName extends RepositoryName {
  /** The workflow's number, or its file's name: `ci.yml`. */
  readonly workflow_id: number | string
}

/** A run to be. */
export interface DispatchRequest extends WorkflowName {
  /** Branch or tag to run on; the default branch where it is left out. */
  readonly ref?: string
  /** At most 25. */
  readonly inputs?: Readonly<Record<string, unknown>>
  /** Asks which run was made; a server that does not know how to say so is asked without. */
  readonly return_run_details?: boolean
}

/** Which runs. */
export interface RunQuery extends RepositoryName {
  /** Of this workflow only: number or file name. */
  readonly workflow_id?: number | string
  readonly actor?: string
  readonly branch?: string
  /** `push`, `pull_request`, ... */
  readonly event?: string
  /** A status or a conclusion, in the service's words; `succeeded` and `failed` stand for `success` and `failure`. */
  readonly status?: RunStatus
  /** A date or range: `>=2026-01-01`. */
  readonly created?: string
  readonly head_sha?: string
}

/** Workflows of a repository. */
export interface Workflows {
  /** `GET /repos/{owner}/{repo}/actions/workflows`. */
  readonly page: ReadPage<RepositoryName, Workflow>
  /** As `page`, all of them. */
  readonly list: ReadList<RepositoryName, Workflow>
  /** `GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}`. */
  readonly get: (input: WorkflowName) => Effect.Effect<Workflow, ProviderError>
  /** `POST .../dispatches`: the workflow must listen to `workflow_dispatch` on the ref. */
  readonly dispatch: (input: DispatchRequest) => Effect.Effect<Dispatch, ProviderError>
  /** `PUT .../enable`; fine where it is enabled. */
  readonly enable: (input: WorkflowName) => Effect.Effect<{ readonly enabled: true }, ProviderError>
  /** `PUT .../disable`; fine where it is disabled. */
  readonly disable: (input: WorkflowName) => Effect.Effect<{ readonly enabled: false }, ProviderError>
  /** `GET /repos/{owner}/{repo}/actions/runs/{run_id}`. */
  readonly run: (input: RepositoryName & { readonly run_id: number }) => Effect.Effect<WorkflowRun, ProviderError>
  /** `GET /repos/{owner}/{repo}/actions/runs`, or of one workflow; newest first. */
  readonly runsPage: ReadPage<RunQuery, WorkflowRun>
  /** As `runsPage`, all of them. */
  readonly runsList: ReadList<RunQuery, WorkflowRun>
}

const NAMED = { ...repository, workflow_id: workflow }

const RUNS = {
  ...repository,
  workflow_id: optional(workflow),
  actor: optional(login),
  branch: optional(ref),
  event: optional(text),
  status: optional(oneOf(...RunStatus.literals)),
  created: optional(dateRange),
  head_sha: optional(sha)
}

const at = ({ workflow_id, ...input }: WorkflowName, rest = "") =>
  inRepository(
    input,
    `/actions/workflows/${encodeURIComponent(String(workflow_id).replace(/^\.github\/workflows\//, ""))}${rest}`
  )

const MAX_INPUTS = 25

const inputs: Rule = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length <= MAX_INPUTS
    ? undefined
    : `must be an object of at most ${MAX_INPUTS} inputs`

/** Whether the service refuses an input for a key that it does not know. */
const refuses = (key: string, { reason }: ProviderError): boolean =>
  reason._tag === "Invalid" &&
  [reason.what, ...reason.fields.map(({ field }) => field)].some((said) => said.includes(key))

/** With its conclusion in the words of the spec, once there is one. */
const judged = (run: WorkflowRun): WorkflowRun =>
  typeof run.conclusion === "string" ? { ...run, outcome: outcomeOf(run.conclusion) } : run

export const make = (http: Http): Workflows => {
  const accepted = decoder("workflows.dispatch", Accepted)
  const baseOf = defaultBranch(http, "workflows.dispatch")
  const run = reader(http, "workflows.run", WorkflowRun)
  const there = existence(http, "workflows.runs")
  const runs = listsWith<RunQuery, WorkflowRun, Page<WorkflowRun>>(
    http,
    {
      operation: "workflows.runs",
      rules: RUNS,
      item: WorkflowRun,
      key: "workflow_runs",
      endpoint: ({ workflow_id, ...input }) =>
        workflow_id === undefined ? inRepository(input, "/actions/runs") : at({ ...input, workflow_id }, "/runs"),
      query: ({ owner: _owner, repo: _repo, workflow_id: _workflow, status, ...query }) => ({
        ...query,
        status: status === undefined ? undefined : statusWord(status)
      }),
      whenEmpty: Effect.fnUntraced(function* ({ branch: on, actor, event, head_sha, ...input }) {
        if (event !== undefined) yield* there.word("event", event, RUN_EVENTS)
        if (on !== undefined) yield* there.branch(input, on)
        if (actor !== undefined) yield* there.user(actor)
        if (head_sha !== undefined) yield* there.commit(input, head_sha)
      })
    },
    (page) => ({ ...page, items: page.items.map(judged) })
  )
  const start = (input: DispatchRequest, body: Readonly<Record<string, unknown>>) =>
    http.call({
      operation: "workflows.dispatch",
      method: "POST",
      endpoint: at(input, "/dispatches"),
      howToLook: newest(`runs of ${input.workflow_id}`, input),
      body: given(body)
    })
  const dispatch = Effect.fnUntraced(function* (input: DispatchRequest) {
    const { return_run_details } = input
    const body = { ref: input.ref ?? (yield* baseOf(input)), inputs: input.inputs }
    const answer = yield* start(input, { ...body, return_run_details }).pipe(
      // Refused as a whole, so nothing runs yet.
      Effect.catch((error) =>
        return_run_details !== undefined && refuses("return_run_details", error)
          ? start(input, body)
          : Effect.fail(error)
      )
    )
    const made: Dispatch = { dispatched: true, ...(answer.status === 200 && (yield* changed(accepted(answer)))) }
    return made
  })
  return {
    ...lists<RepositoryName, Workflow>(http, {
      operation: "workflows.list",
      rules: repository,
      item: Workflow,
      key: "workflows",
      endpoint: (input) => inRepository(input, "/actions/workflows")
    }),
    get: one(http, "workflows.get", NAMED, Workflow, (input: WorkflowName) => ({ method: "GET", endpoint: at(input) })),
    dispatch: method(
      "workflows.dispatch",
      { ...NAMED, ref: optional(ref), inputs: optional(inputs) },
      writing(http, "workflows.dispatch", dispatch)
    ),
    enable: done(
      http,
      "workflows.enable",
      NAMED,
      (input: WorkflowName) => ({
        method: "PUT",
        endpoint: at(input, "/enable"),
        howToLook: state(`the workflow ${input.workflow_id}`, input)
      }),
      () => ({ enabled: true }) as const
    ),
    disable: done(
      http,
      "workflows.disable",
      NAMED,
      (input: WorkflowName) => ({
        method: "PUT",
        endpoint: at(input, "/disable"),
        howToLook: state(`the workflow ${input.workflow_id}`, input)
      }),
      () => ({ enabled: false }) as const
    ),
    run: method(
      "workflows.run",
      { ...repository, run_id: positive },
      (input: RepositoryName & { readonly run_id: number }) =>
        Effect.map(run({ method: "GET", endpoint: inRepository(input, `/actions/runs/${input.run_id}`) }), judged)
    ),
    runsPage: runs.page,
    runsList: runs.list
  }
}
