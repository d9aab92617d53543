// Reads request bodies of limited size, and sends responses.

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

/**
 * `path` is the pathname below the prefix at which the handler is mounted, still percent-encoded and without the query.
 */
export type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => void

/** A complete response, before it is sent. */
export interface Answer<Body extends string | Uint8Array = string | Uint8Array> {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Body
}

/** A response with a JSON body. */
export const jsonAnswer = (status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Answer<string> => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body)
})

/** An HTML page in place of JSON, as a proxy or a maintenance page would send it. */
export const pageAnswer = (status: number, title: string): Answer<string> => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html>\n<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`
})

const withoutBody = new Set([204, 304])

/** Sends a complete response with its `content-length`. HEAD, 204 and 304 get no body. */
export const send = (res: ServerResponse, { body, headers, status }: Answer): void => {
  if (withoutBody.has(status)) {
    res.writeHead(status, headers)
    res.end()
    return
  }
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
  res.end(res.req.method === "HEAD" ? undefined : body)
}

/** Reads a body. Returns undefined if it is longer than `maxBytes` or the client disconnected. */
export const readBody = async (req: IncomingMessage, maxBytes = 64 * 1024): Promise<string | undefined> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  try {
    for await (const chunk of req) {
      if (!(chunk instanceof Buffer)) return undefined
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks).toString("utf8")
}

/** Runs `then` after this many milliseconds, unless the connection ends first. */
export const after = (res: ServerResponse, millis: number, then: () => void): void => {
  if (res.destroyed || res.socket?.destroyed === true) return
  const stop = (): void => clearTimeout(timer)
  const timer = setTimeout(() => {
    res.off("close", stop)
    then()
  }, millis)
  res.once("close", stop)
}

/** The address at which the client reached this server. All addresses in responses are based on it. */
export const originOf = (req: IncomingMessage): string => `http://${req.headers.host ?? "127.0.0.1"}`

/** The same server under the other name of the loopback interface, which a client treats as another host. */
export const otherOrigin = (origin: string): string => {
  const url = new URL(origin)
  url.hostname = url.hostname === "localhost" ? "127.0.0.1" : "localhost"
  return url.origin
}
