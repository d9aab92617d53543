/** Request listeners that run before the HTTP app. The app does not see the requests that they handle. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

import type { ServedAt } from "./ServedAt.ts"

/** Returns whether it handles the request. If it does, it also sends the response. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

/** Whether the guard would accept the request's `Host` and `Origin`. If not, the guard responds. */
export const isLetIn = ({ hosts, origins }: ServedAt["Service"], { headers }: IncomingMessage): boolean =>
  hosts.has((headers.host ?? "").toLowerCase()) && (headers.origin === undefined || origins.has(headers.origin))

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts listeners before those that the server has now. */
export const inFront = (server: Server, ...fronts: ReadonlyArray<Front>): void => {
  // Node emits another event for requests with `Expect: 100-continue`.
  for (const event of ["request", "checkContinue"]) {
    const rest = server.listeners(event) as Array<Listener>
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (!fronts.some((take) => take(request, response))) for (const listener of rest) listener(request, response)
    })
  }
}
