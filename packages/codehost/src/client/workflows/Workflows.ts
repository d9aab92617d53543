/** Lists, dispatches, enables and disables workflows, and reads their runs. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { pageOf, paging } from "../../schema/Page.ts"
import { RepositoryName } from "../../schema/Repository.ts"
import {
  Dispatch,
  DispatchRequest,
  RunName,
  RunPage,
  RunQuery,
  Workflow,
  WorkflowName,
  WorkflowRun
} from "../../schema/Workflow.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { lists, type ReadList } from "../../wire/lists.ts"
import { state } from "../../wire/look-at.ts"
import type { ReadPage } from "../../wire/pages.ts"
import { byStatus, byOutput, reader, writing, type Http } from "../../wire/requests.ts"
import { operation } from "../../wire/service.ts"
import { dispatchOver } from "./dispatch.ts"
import { at } from "./endpoint.ts"
import { runLists, withOutcome } from "./runs.ts"

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

/** The request that enables or disables a workflow. */
const turn = (input: WorkflowName, verb: "enable" | "disable") =>
  ({
    method: "PUT",
    endpoint: at(input, `/${verb}`),
    lookAt: state(`the workflow ${input.workflow_id}`, input)
  }) as const

export const make = (http: Http): Workflows => {
  const readRun = reader(http, run.name, WorkflowRun)
  const { page: runsPage, list: runsList } = runLists(http, runs)
  return {
    ...lists(http, list, {
      item: Workflow,
      key: "workflows",
      endpoint: (input: RepositoryName) => inRepository(input, "/actions/workflows")
    }),
    get: byOutput(http, get, (input) => ({ method: "GET", endpoint: at(input) })),
    dispatch: Operation.method(dispatch, writing(http, dispatch.name, dispatchOver(http, dispatch.name))),
    enable: byStatus(
      http,
      enable,
      (input) => turn(input, "enable"),
      () => ({ enabled: true }) as const
    ),
    disable: byStatus(
      http,
      disable,
      (input) => turn(input, "disable"),
      () => ({ enabled: false }) as const
    ),
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
