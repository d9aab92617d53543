/** Adapts handlers that use Node's request and response to routes of the app. */
import type { IncomingMessage, ServerResponse } from "node:http"

import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { NODE_HEADERS } from "./headers.ts"

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Runs a handler that sends the response itself. Returns an empty response that carries the status, for the metrics.
 */
export const byNode = (handle: NodeHandler) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const response = NodeHttpServerRequest.toServerResponse(request) as ServerResponse
    for (const [name, value] of Object.entries(NODE_HEADERS)) response.setHeader(name, value)
    yield* Effect.promise(() => handle(NodeHttpServerRequest.toIncomingMessage(request) as IncomingMessage, response))
    return HttpServerResponse.empty({ status: response.statusCode })
  })

/** Loads a handler on its first request. If loading fails, the next request tries again. */
export const onDemand = (load: () => Promise<NodeHandler>): NodeHandler => {
  let loading: Promise<NodeHandler> | undefined
  return async (request, response) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    const handle = await loading
    await handle(request, response)
  }
}
