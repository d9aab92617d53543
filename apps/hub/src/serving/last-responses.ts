/**
 * Ends the connections of a server that stops with their responses in progress. Node closes those that are idle when the
 * server is closed, but keeps the others open after their responses, in case of a next request: the server would wait
 * for six seconds more, also after the end of a stream of events.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

/** Returns what to call when the server begins to stop. */
export const lastResponses = (server: Server): (() => void) => {
  const underWay = new Set<ServerResponse>()
  let isStopping = false
  const endWith = (response: ServerResponse): void => {
    const { socket } = response
    // Tells the client, if the response has not begun.
    response.shouldKeepAlive = false
    response.once("finish", () => socket?.destroySoon())
  }
  const note = (_: IncomingMessage, response: ServerResponse): void => {
    underWay.add(response)
    response.once("close", () => underWay.delete(response))
    if (isStopping) endWith(response)
  }
  // Node emits another event for requests with `Expect: 100-continue`.
  for (const event of ["request", "checkContinue"]) server.prependListener(event, note)
  return () => {
    isStopping = true
    for (const response of underWay) endWith(response)
  }
}
