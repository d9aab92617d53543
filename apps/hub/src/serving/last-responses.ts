/**
 * Ends the connections of a server that stops: those with a response in progress after it, all others at once. Node itself
 * closes only those that are idle at that moment. It keeps the others open after their responses, in case of a next
 * request, and waits for requests whose headers are not complete: the server would wait as long as it may, even after
 * the end of a stream of events.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Returns what to call when the server begins to stop. */
export const lastResponses = (server: Server): (() => void) => {
  const connections = new Set<Socket>()
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
  server.on("connection", (socket: Socket) => {
    connections.add(socket)
    socket.once("close", () => connections.delete(socket))
  })
  // Node emits another event for requests with `Expect: 100-continue`.
  for (const event of ["request", "checkContinue"]) server.prependListener(event, note)
  return () => {
    isStopping = true
    const busy = new Set([...underWay].map(({ socket }) => socket))
    for (const socket of connections) if (!busy.has(socket)) socket.destroy()
    for (const response of underWay) endWith(response)
  }
}
