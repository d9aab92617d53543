/**
 * Sends calls to the Data API through the gates of their property, and remembers their cost for later calls of the same
 * shape.
 */
import type { Budget } from "@inlay/core-http/Budget"
import type { CallRequest, Client } from "@inlay/core-http/Client"
import { withReason, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { COST_ADVICE } from "../errors.ts"
import { categoryOf, onlyReads } from "./categories.ts"
import type { Costs } from "./costs.ts"
import { throughGates } from "./gates.ts"
import { tokensOf } from "./usage.ts"

const pathOf = (endpoint: string): string => `/${(endpoint.split("?", 1)[0] ?? "").replace(/^\//, "")}`

const TOKENS = /\btokens per (day|hour|project per hour) are used up\b/

/** Adds advice on reducing the cost to the error of a report that was held back for lack of tokens. */
const withLevers = (error: ProviderError): ProviderError =>
  error.reason._tag === "RateLimited" && TOKENS.test(error.reason.what)
    ? withReason(error, { ...error.reason, what: `${error.reason.what} ${COST_ADVICE}` })
    : error

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
      ),
      Effect.mapError(withLevers)
    )
  }
}
