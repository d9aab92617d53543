/**
 * Stops a server. It accepts no more connections, and ends the open ones: those with responses in progress after the last
 * of them, all others at once. Node itself closes only those that are idle at that moment. It keeps the others open after
 * their responses, in case of a next request, and waits for requests whose headers are not complete: the server would wait
 * as long as it may, even after the end of a stream of events.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Returns what to call when the server begins to stop. The promise waits for the end of all connections. */
export const lastResponses = (server: Server): (() => Promise<void>) => {
  /**
   * The open connections, with their responses in progress, oldest first: a client may send several requests without
   * waiting. Node gives a response its `socket` only when it is its turn, so the requests say which connection it is.
   */
  const connections = new Map<Socket, Set<ServerResponse>>()
  let isStopping = false
  /** Tells the client that no response follows, if this one has not begun. */
  const endWith = (response: ServerResponse): void => {
    response.shouldKeepAlive = false
  }
  const note = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const underWay = connections.get(socket)
    if (underWay === undefined) return
    underWay.add(response)
    response.once("finish", () => {
      underWay.delete(response)
      if (isStopping && underWay.size === 0) socket.destroySoon()
    })
    if (isStopping) endWith(response)
  }
  server.on("connection", (socket: Socket) => {
    connections.set(socket, new Set())
    socket.once("close", () => connections.delete(socket))
  })
  // Node emits another event for requests with `Expect: 100-continue`.
  for (const event of ["request", "checkContinue"]) server.prependListener(event, note)
  return () => {
    isStopping = true
    for (const [socket, underWay] of connections) {
      const last = [...underWay].at(-1)
      if (last === undefined) socket.destroy()
      else endWith(last)
    }
    return new Promise((resolve) => void server.close(() => resolve()))
  }
}
