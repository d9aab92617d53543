/**
 * A round-robin reverse proxy for several servers. If nothing listens on a port any more, the request goes to another.
 */
import { createServer, request as send, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Proxy {
  readonly url: string
  /** The ports that requests go to. Read at each request, so tests can change it. */
  readonly targets: Array<number>
  /** How many requests each port has answered. */
  readonly answered: Map<number, number>
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ECONNREFUSED"

export const startProxy = async (): Promise<Proxy> => {
  const targets: Array<number> = []
  const answered = new Map<number, number>()
  let count = 0

  const pass = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    at: number,
    triesLeft: number
  ): void => {
    const port = targets[at % targets.length] ?? 0
    const { method, url, headers } = request
    const passed = send({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, (answer) => {
      answered.set(port, (answered.get(port) ?? 0) + 1)
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.once("error", () => response.destroy())
    })
    passed.once("error", (error) => {
      // Nothing was sent, so another server may take the request.
      if (isRefused(error) && triesLeft > 0) pass(request, response, body, at + 1, triesLeft - 1)
      else response.destroy()
    })
    response.once("close", () => passed.destroy())
    passed.end(body)
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then(
      (body) => pass(request, response, body, count++, targets.length),
      () => response.destroy()
    )
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
