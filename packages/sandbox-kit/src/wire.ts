// Bytes in and out: reading a body of bounded size, sending an answer.

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

/** `path` is the pathname below where the handler is mounted, still percent-encoded, without a query. */
export type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => void

/** A whole answer, before it is sent. */
export interface Answer<Body extends string | Uint8Array = string | Uint8Array> {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Body
}

/** The body as JSON. */
export const jsonAnswer = (status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Answer<string> => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body)
})

/** A page as a proxy or a maintenance screen sends it, where JSON was expected. */
export const pageAnswer = (status: number, title: string): Answer<string> => ({
  status,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: `<!doctype html>\n<html>\n<head><title>${title}</title></head>\n<body><h1>${title}</h1></body>\n</html>\n`
})

const withoutBody = new Set([204, 304])

/** Sends the whole answer, its length included; HEAD, 204 and 304 get no body. */
export const send = (res: ServerResponse, { body, headers, status }: Answer): void => {
  if (withoutBody.has(status)) {
    res.writeHead(status, headers)
    res.end()
    return
  }
  res.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) })
  res.end(res.req.method === "HEAD" ? undefined : body)
}

/** Undefined where the body is longer than `maxBytes` or the caller went away. */
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

/** Runs `then` after so many milliseconds, unless the connection ends first. */
export const after = (res: ServerResponse, millis: number, then: () => void): void => {
  if (res.destroyed || res.socket?.destroyed === true) return
  const stop = (): void => clearTimeout(timer)
  const timer = setTimeout(() => {
    res.off("close", stop)
    then()
  }, millis)
  res.once("close", stop)
}

/** Where the caller reached this server: the base of every address it is answered with. */
export const originOf = (req: IncomingMessage): string => `http://${req.headers.host ?? "127.0.0.1"}`

/** The same server by the other name of the loopback interface: to a client it is another host. */
export const otherOrigin = (origin: string): string => {
  const url = new URL(origin)
  url.hostname = url.hostname === "localhost" ? "127.0.0.1" : "localhost"
  return url.origin
}
