// A proxy in front of the sandbox that passes on every byte and records each exchange, so that what is judged is
// exactly what was sent over the network.

import { createServer, request as send, type IncomingMessage } from "node:http"
import { buffer } from "node:stream/consumers"

import type { Exchange, Headers } from "./exchange.ts"

export interface Recorder {
  /** The base address for clients to use instead of the sandbox's. */
  readonly baseUrl: string
  /** Returns the exchanges since the previous call. */
  readonly take: () => ReadonlyArray<Exchange>
  readonly close: () => Promise<void>
}

const headersOf = (message: IncomingMessage): Headers =>
  Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? "")
    ])
  )

/** Listens on 127.0.0.1 in front of a base address such as `http://127.0.0.1:4680/codehost`. */
export const startRecorder = async (sandbox: string): Promise<Recorder> => {
  const { host, port, pathname } = new URL(sandbox)
  let exchanges: Array<Exchange> = []
  const below = (url: string): string => (url.startsWith(pathname) ? url.slice(pathname.length) : url) || "/"

  const passOn = (incoming: IncomingMessage, body: Buffer): Promise<{ message: IncomingMessage; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const outgoing = send(
        {
          host: "127.0.0.1",
          port,
          method: incoming.method,
          path: incoming.url,
          headers: { ...incoming.headers, host }
        },
        (message) => void buffer(message).then((bytes) => resolve({ message, body: bytes }), reject)
      )
      outgoing.once("error", reject).end(body)
    })

  const server = createServer((incoming, outgoing) => {
    const exchange = async () => {
      const body = await buffer(incoming)
      const answer = await passOn(incoming, body)
      const status = answer.message.statusCode ?? 0
      exchanges.push({
        request: {
          method: incoming.method ?? "",
          target: below(incoming.url ?? "/"),
          headers: headersOf(incoming),
          body
        },
        answer: { status, headers: headersOf(answer.message), body: answer.body }
      })
      outgoing.writeHead(status, answer.message.rawHeaders).end(answer.body)
    }
    // If the sandbox aborts a response, abort it here too and do not record it.
    exchange().catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the recorder has no address")
  return {
    baseUrl: `http://127.0.0.1:${address.port}${pathname}`,
    take: () => {
      const batch = exchanges
      exchanges = []
      return batch
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
