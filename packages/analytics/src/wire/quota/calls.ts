/**
 * Sends calls to the Data API through the gates of their property, and remembers their cost for later calls of the same
 * shape.
 */
import type { Budget } from "@inlay/core-http/Budget"
import type { CallRequest, Client } from "@inlay/core-http/Client"
import * as Effect from "effect/Effect"

import { categoryOf, onlyReads } from "./categories.ts"
import type { Costs } from "./costs.ts"
import { throughGates } from "./gates.ts"
import { tokensOf } from "./usage.ts"

const pathOf = (endpoint: string): string => `/${(endpoint.split("?", 1)[0] ?? "").replace(/^\//, "")}`

/** @param gates the budget that counts server errors and potentially thresholded requests */
export const reportCalls = (call: Client["call"], gates: Budget, costs: Costs): Client["call"] => {
  const through = throughGates(gates)
  return (request) => {
    const path = pathOf(request.endpoint)
    const callRequest: CallRequest =
      request.method === "POST" && onlyReads(path) ? { changes: false, ...request } : request
    const category = categoryOf(path)
    if (category === undefined) return call(callRequest)
    return through(category, callRequest, call).pipe(
      Effect.tap(({ body }) =>
        Effect.sync(() => {
          const tokens = tokensOf(body)
          if (tokens !== undefined) costs.learn(callRequest, path, tokens)
        })
      )
    )
  }
}
