// Requests and responses of the sign-in service: forms or JSON in, form-encoded out unless the client accepts JSON.

import type { IncomingMessage, ServerResponse } from "node:http"

export type Fields = Readonly<Record<string, string>>

const maxBodyChars = 64 * 1024

const jsonFields = (text: string): Fields => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== "object" || value === null) return {}
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, String(field)]))
  } catch {
    return {}
  }
}

const queryOf = (req: IncomingMessage): URLSearchParams => new URLSearchParams(req.url?.split("?")[1] ?? "")

export const queryFields = (req: IncomingMessage): Fields => Object.fromEntries(queryOf(req))

/** The fields of query and body combined. A body that is too long has none. */
export const readFields = async (req: IncomingMessage): Promise<Fields> => {
  let text = ""
  req.setEncoding("utf8")
  for await (const chunk of req) {
    text += String(chunk)
    if (text.length > maxBodyChars) text = ""
  }
  const isJson = req.headers["content-type"]?.includes("json") === true
  return { ...queryFields(req), ...(isJson ? jsonFields(text) : Object.fromEntries(new URLSearchParams(text))) }
}

export const sendFields = (
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  fields: Readonly<Record<string, string | number>>
): void => {
  const wantsJson = req.headers.accept?.includes("json") === true
  const text = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)])
  res.writeHead(status, {
    "content-type": `${wantsJson ? "application/json" : "application/x-www-form-urlencoded"}; charset=utf-8`,
    "cache-control": "max-age=0, private, must-revalidate"
  })
  res.end(wantsJson ? JSON.stringify(fields) : new URLSearchParams(text).toString())
}
