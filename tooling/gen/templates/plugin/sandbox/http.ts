// Bytes in and out: JSON bodies of bounded size.

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

/** `path` is the pathname below where the handler is mounted, still percent-encoded, without a query. */
export type Handler = (req: IncomingMessage, res: ServerResponse, path: string) => void

export const sendJson = (
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {}
): void => {
  res.writeHead(status, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store", ...headers })
  res.end(JSON.stringify(body))
}

const maxBodyChars = 64 * 1024

/** Undefined where the body is no JSON object, or is too long. */
export const readObject = async (req: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> => {
  let text = ""
  req.setEncoding("utf8")
  for await (const chunk of req) {
    text += String(chunk)
    if (text.length > maxBodyChars) return undefined
  }
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

export const notFound: Handler = (_req, res) => sendJson(res, 404, { message: "Not found" })
