// Bytes in and out: reading a body of bounded size, sending an answer.

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

export const jsonAnswer = (status: number, body: unknown, headers: OutgoingHttpHeaders = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body)
})

export const errorAnswer = (
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: OutgoingHttpHeaders = {}
): Answer => jsonAnswer(status, { success: false, code, message, ...more }, headers)

export const send = (res: ServerResponse, { body, headers, status }: Answer): void => {
  res.writeHead(status, { "cache-control": "no-store", ...headers, "content-length": Buffer.byteLength(body) })
  res.end(res.req.method === "HEAD" ? undefined : body)
}

const maxBodyBytes = 64 * 1024

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

/** Undefined where the text is not JSON. */
export const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
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
