/** A server of the test on the loopback interface: a web site, or a provider with arbitrary responses. */
import { createServer, type IncomingMessage } from "node:http"

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Server {
  /** For example `http://127.0.0.1:54321`. */
  readonly origin: string
  readonly host: string
  /** `GET /path`, in the order of arrival. */
  readonly requests: ReadonlyArray<string>
  /** How many connections were made so far, whatever was sent over them. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

export const startServer = async (answer: (path: string, body: string) => Reply): Promise<Server> => {
  const requests: Array<string> = []
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    requests.push(`${request.method} ${path}`)
    const respond = async (): Promise<void> => {
      const { status = 200, headers = {}, body } = answer(path, await bodyOf(request))
      response.writeHead(status, headers).end(body)
    }
    void respond()
  })
  let connections = 0
  server.on("connection", () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  const host = `127.0.0.1:${address.port}`
  return {
    origin: `http://${host}`,
    host,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
