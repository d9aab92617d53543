/** Dispatches a workflow and returns its run if the service names it. */
import { defined } from "@inlay/core-http/json-object"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Accepted, type Dispatch, type DispatchRequest } from "../../schema/Workflow.ts"
import { newest } from "../../wire/look-at.ts"
import { afterChange, type Http } from "../../wire/requests.ts"
import { decoder } from "../../wire/service.ts"
import { defaultBranch } from "../repositories/default-branch.ts"
import { at } from "./endpoint.ts"

/** Whether the service refused the input because of this key. */
const refuses = (key: string, { reason }: ProviderError): boolean =>
  reason._tag === "Invalid" &&
  [reason.what, ...reason.fields.map(({ field }) => field)].some((text) => text.includes(key))

/** Makes a function that dispatches a workflow, for an operation. */
export const dispatchOver = (http: Http, operation: string) => {
  const readAccepted = decoder(operation, Accepted)
  const baseOf = defaultBranch(http, operation)
  const start = (input: DispatchRequest, body: Readonly<Record<string, unknown>>) =>
    http.call({
      operation,
      method: "POST",
      endpoint: at(input, "/dispatches"),
      lookAt: newest(`runs of ${input.workflow_id}`, input),
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
    const run = answer.status === 200 ? yield* afterChange(readAccepted(answer)) : {}
    const dispatch: Dispatch = { dispatched: true, ...run }
    return dispatch
  })
}
