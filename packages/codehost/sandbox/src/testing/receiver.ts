// A webhook receiver for tests: a real server on loopback that keeps each request byte for byte.

import type { IncomingHttpHeaders } from "node:http"

import { type Serving, serve } from "@inlay/sandbox-kit/serve"
import { afterAll, beforeAll, beforeEach } from "vitest"

export interface Received {
  readonly event: string
  readonly guid: string
  readonly headers: IncomingHttpHeaders
  readonly raw: Buffer
  /** Undefined if the body is not JSON. */
  readonly payload: unknown
}

export interface Receiver {
  readonly url: () => string
  /**
   * Waits until at least this many events have arrived since the last call, and returns them in order of arrival,
   * without pings.
   */
  readonly take: (count: number) => Promise<ReadonlyArray<Received>>
  /** Like `take`, but includes pings. */
  readonly takeAll: (count: number) => Promise<ReadonlyArray<Received>>
  /** Sets the status of future responses. With null, it does not respond. */
  readonly answer: (status: number | null, headers?: Readonly<Record<string, string>>) => void
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const receiverFor = (): Receiver => {
  let serving: Serving | undefined
  let received: Array<Received> = []
  let wake = (): void => {}
  let status: number | null = 200
  let headers: Readonly<Record<string, string>> = {}
  const url = (): string => `${serving?.origin ?? ""}/hook`

  beforeAll(async () => {
    serving = await serve((req, res) => {
      const chunks: Array<Buffer> = []
      req.on("data", (chunk: Buffer) => chunks.push(chunk))
      req.on("error", () => {})
      req.on("end", () => {
        const raw = Buffer.concat(chunks)
        received.push({
          event: String(req.headers["x-github-event"]),
          guid: String(req.headers["x-github-delivery"]),
          headers: req.headers,
          raw,
          payload: parse(raw.toString("utf8"))
        })
        wake()
        if (status !== null) res.writeHead(status, headers).end("received")
      })
    })
  })
  beforeEach(() => {
    received = []
    status = 200
    headers = {}
  })
  afterAll(() => serving?.close())

  const waitFor = async (isMeant: (one: Received) => boolean, count: number): Promise<ReadonlyArray<Received>> => {
    for (;;) {
      const matches = received.filter(isMeant)
      if (matches.length >= count) {
        received = []
        return matches
      }
      // oxlint-disable-next-line no-await-in-loop -- one waits for the next
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    url,
    take: (count) => waitFor(({ event }) => event !== "ping", count),
    takeAll: (count) => waitFor(() => true, count),
    answer: (next, more = {}) => {
      status = next
      headers = more
    }
  }
}
