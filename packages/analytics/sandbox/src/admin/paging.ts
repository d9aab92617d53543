// Splits lists into pages. A page token encodes a position in the list and is valid only for the same request.

import { invalid } from "../frame/errors.ts"
import type { Context } from "../frame/operation.ts"

const usualSize = 50
const mostSize = 200

/** The request that a token belongs to, without the page. */
const questionOf = ({ call, query }: Context): string =>
  JSON.stringify([call.path, query["filter"] ?? "", query["showDeleted"] ?? "", query["pageSize"] ?? ""])

const tokenFor = (context: Context, offset: number): string =>
  Buffer.from(JSON.stringify([offset, questionOf(context)])).toString("base64url")

const offsetOf = (context: Context): number => {
  const token = context.query["pageToken"] ?? ""
  if (token === "") return 0
  try {
    const [offset, question] = JSON.parse(Buffer.from(token, "base64url").toString("utf8")) as [unknown, unknown]
    if (typeof offset === "number" && question === questionOf(context)) return offset
  } catch {
    // The token was not issued by the sandbox and is refused below.
  }
  throw invalid("The page token is invalid or does not belong to this request.")
}

const sizeOf = ({ query }: Context): number => {
  const text = query["pageSize"] ?? ""
  if (text === "" || text === "0") return usualSize
  if (!/^\d{1,9}$/.test(text)) throw invalid("page_size must not be negative.")
  return Math.min(Number(text), mostSize)
}

export const pageQuery: ReadonlyArray<string> = ["pageSize", "pageToken"]

/** One page of a list, under the response's field name. */
export const paged = <Item>(context: Context, name: string, items: ReadonlyArray<Item>) => {
  const [offset, size] = [offsetOf(context), sizeOf(context)]
  const end = offset + size
  return { [name]: items.slice(offset, end), nextPageToken: end < items.length ? tokenFor(context, end) : "" }
}
