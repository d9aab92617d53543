/** A proxy in front of one service of the sandbox, which records the actual requests and responses of any client. */
import { createServer, request as send, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"

import type { Sent } from "../protocol/requests.ts"

/** A request and its response. */
export interface Exchange {
  readonly sent: Sent
  readonly status: number
  /** Usually JSON text. */
  readonly answer: string
}

export interface Recorder {
  /** Replaces the service's own base URL. */
  readonly baseUrl: string
  readonly close: () => void
}

/**
 * Listens on 127.0.0.1 in front of a base URL.
 * @param keep is called with every exchange
 */
export const record = async (
  api: Sent["api"],
  service: string,
  keep: (exchange: Exchange) => void
): Promise<Recorder> => {
  const { host, port, pathname } = new URL(service)
  const passOn = (incoming: IncomingMessage, body: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { method, url, headers } = incoming
      send({ host: "127.0.0.1", port, method, path: url, headers: { ...headers, host } }, resolve)
        .once("error", reject)
        .end(body)
    })
  const server = createServer((incoming, outgoing) => {
    const exchange = async () => {
      const body = await text(incoming)
      const message = await passOn(incoming, body)
      const answer = await text(message)
      const { method = "", url = "" } = incoming
      const status = message.statusCode ?? 0
      keep({ sent: { api, method, target: url.slice(pathname.length), body }, status, answer })
      outgoing.writeHead(status, message.rawHeaders).end(answer)
    }
    exchange().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the recorder has no address")
  return {
    baseUrl: `http://127.0.0.1:${address.port}${pathname}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
