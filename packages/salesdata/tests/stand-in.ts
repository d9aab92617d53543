/** A stand-in provider for a test: an HTTP server that responds as configured and records its requests. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

import { afterAll, beforeAll } from "vitest"

export interface StandInAnswer {
  readonly status?: number
  /** Sent as JSON. A text is sent unchanged. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface StandIn {
  readonly origin: () => string
  /** Paths requested since the last call of this function. */
  readonly asked: () => ReadonlyArray<string>
  readonly answer: (how: (path: string, body: unknown) => StandInAnswer) => void
}

/** Runs for the tests of a file. */
export const standIn = (): StandIn => {
  let server: Server | undefined
  let origin = ""
  let paths: Array<string> = []
  let how: (path: string, body: unknown) => StandInAnswer = () => ({ status: 404, body: "" })
  beforeAll(async () => {
    const listener = createServer((req, res) => {
      let text = ""
      req.on("data", (chunk: Buffer) => (text += chunk.toString()))
      req.on("end", () => {
        const path = req.url ?? ""
        paths.push(path)
        const { status = 200, body, headers } = how(path, text === "" ? undefined : JSON.parse(text))
        const isText = typeof body === "string"
        res.writeHead(status, { "content-type": isText ? "text/html" : "application/json", ...headers })
        res.end(isText ? body : JSON.stringify(body))
      })
    })
    server = listener
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve))
    origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server?.closeAllConnections()
    server?.close()
  })
  return {
    origin: () => origin,
    asked: () => {
      const requests = paths
      paths = []
      return requests
    },
    answer: (next) => {
      how = next
    }
  }
}
