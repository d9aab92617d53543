/**
 * An agent in this process, on a free port. Reports when it was called, and answers at once, or never on its hanging
 * path.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Agent {
  readonly url: string
  /** An address that accepts requests and never answers. */
  readonly hanging: string
  /** Resolves when the next request at `url` begins, with its `performance.now()`. */
  readonly next: () => Promise<number>
  readonly close: () => Promise<void>
}

export const startAgent = async (): Promise<Agent> => {
  let resolveNext: ((millis: number) => void) | undefined
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume()
    if (request.url === "/hanging") return
    resolveNext?.(performance.now())
    response.writeHead(200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}/agent`,
    hanging: `${origin}/hanging`,
    next: () => new Promise((resolve) => (resolveNext = resolve)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
