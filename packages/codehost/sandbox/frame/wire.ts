// Bytes in and out: reading a body of bounded size, sending an answer.

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

/** `path` is the pathname below where the handler is mounted, still percent-encoded, without a query. */
export type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => void

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string | Uint8Array
}

export const jsonAnswer = (status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body)
})

const withoutBody = new Set([204, 304])

export const send = (res: ServerResponse, { body, headers, status }: Answer): void => {
  if (withoutBody.has(status)) {
    res.writeHead(status, headers)
    res.end()
    return
  }
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
  res.end(res.req.method === "HEAD" ? undefined : body)
}

/** A file of 100 MB is 134 MB in base64. */
const maxBodyBytes = 140 * 1024 * 1024

/** Undefined where the body is too long or the caller went away. */
export const readBody = async (req: IncomingMessage): Promise<string | undefined> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  try {
    for await (const chunk of req) {
      if (!(chunk instanceof Buffer)) return undefined
      bytes += chunk.length
      if (bytes <= maxBodyBytes) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return bytes > maxBodyBytes ? undefined : Buffer.concat(chunks).toString("utf8")
}

/** Runs `then` later, unless the connection ends first. */
export const after = (res: ServerResponse, millis: number, then: () => void): void => {
  if (res.destroyed || res.socket?.destroyed === true) return
  const stop = (): void => clearTimeout(timer)
  const timer = setTimeout(() => {
    res.off("close", stop)
    then()
  }, millis)
  res.once("close", stop)
}

/** Where the caller found this server: the base of every address it is answered with. */
export const originOf = (req: IncomingMessage): string => `http://${req.headers.host ?? "127.0.0.1"}`
