/** Listeners of Node's own before the app: it does not hear of what they take. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

import type { ServedAt } from "./ServedAt.ts"

/** Whether it takes the request, and then answers it. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

/** Whether the guard would let a request in: where it does not, it says why. */
export const isLetIn = ({ hosts, origins }: ServedAt["Service"], { headers }: IncomingMessage): boolean =>
  hosts.has((headers.host ?? "").toLowerCase()) && (headers.origin === undefined || origins.has(headers.origin))

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts some before all that listen to a server now. */
export const inFront = (server: Server, ...fronts: ReadonlyArray<Front>): void => {
  // A request that asks whether to send its body is another event.
  for (const event of ["request", "checkContinue"]) {
    const rest = server.listeners(event) as Array<Listener>
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (!fronts.some((take) => take(request, response))) for (const listener of rest) listener(request, response)
    })
  }
}
