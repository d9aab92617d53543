/** Listeners of Node's own before the app: it does not hear of what they take. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** Whether it takes the request, and then answers it. */
export type Front = (request: IncomingMessage, response: ServerResponse) => boolean

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** Puts one before all that listen to a server now. */
export const inFront = (server: Server, take: Front): void => {
  // A request that asks whether to send its body is another event.
  for (const event of ["request", "checkContinue"]) {
    const rest = server.listeners(event) as Array<Listener>
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, response: ServerResponse) => {
      if (!take(request, response)) for (const listener of rest) listener(request, response)
    })
  }
}
