/** An agent on a local port: records the starts it receives, and answers with a chosen status. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Start {
  /** The idempotency key. */
  readonly id: string
  readonly atMillis: number
  readonly body: {
    readonly trigger: string
    readonly data: Readonly<Record<string, unknown>>
  }
}

export interface Agent {
  readonly url: string
  readonly starts: ReadonlyArray<Start>
  /** Resolves once there are this many starts. */
  readonly started: (count: number) => Promise<ReadonlyArray<Start>>
  readonly answer: (status: number) => void
  readonly close: () => Promise<void>
}

const MAX_WAIT_MILLIS = 30_000

export const startAgent = async (): Promise<Agent> => {
  const starts: Array<Start> = []
  let status = 204
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      starts.push({
        id: String(request.headers["webhook-id"]),
        atMillis: performance.now(),
        body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Start["body"]
      })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/start`,
    starts,
    started: async (count) => {
      const endMillis = performance.now() + MAX_WAIT_MILLIS
      while (starts.length < count) {
        if (performance.now() > endMillis) throw new Error(`the agent was started ${starts.length} times, not ${count}`)
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      return starts
    },
    answer: (next) => {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
}
