/** A local server whose responses a test defines, for responses that the sandbox never gives. */
import { createServer, type Server } from "node:http"

import { afterAll, beforeAll, beforeEach } from "vitest"

export interface ReceivedRequest {
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

export interface PreparedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Raw text to send instead of a JSON body. */
  readonly text?: string
}

/** Starts the server for the tests of a file. `answer` sets its responses for one test. */
export const answers = () => {
  let server: Server | undefined
  let origin = ""
  let underWay = 0
  let most = 0
  let answerTo: (received: ReceivedRequest) => PreparedAnswer | Promise<PreparedAnswer> = () => ({})
  let requests: Array<ReceivedRequest> = []
  beforeAll(async () => {
    server = createServer((req, res) => {
      underWay += 1
      most = Math.max(most, underWay)
      let body = ""
      req.setEncoding("utf8")
      req.on("data", (text: string) => (body += text))
      req.on("end", () => {
        const one = { method: req.method ?? "", target: req.url ?? "", headers: req.headers, body }
        requests.push(one)
        void Promise.resolve(answerTo(one)).then(({ status = 200, headers = {}, body: answer, text }) => {
          underWay -= 1
          res.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers })
          return res.end(text ?? (answer === undefined ? "" : JSON.stringify(answer)))
        })
      })
    })
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    origin = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : ""
  })
  beforeEach(() => {
    requests = []
    most = 0
  })
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })
  return {
    origin: () => origin,
    answer: (reply: (requests: ReceivedRequest) => PreparedAnswer | Promise<PreparedAnswer>) => {
      answerTo = reply
    },
    /** Requests received in this test. */
    asked: () => requests,
    /** Maximum number of concurrent requests in this test. */
    most: () => most
  }
}
