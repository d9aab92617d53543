// Lists by pages. A token stands for a place in the list, and is good for the same question alone.

import { invalid } from "../frame/errors.ts"
import type { Context } from "../frame/operation.ts"

const usualSize = 50
const mostSize = 200

/** What the token was made for, without the page. */
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
    // Not a token of ours: refused below.
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

/** One page, under the name that the answer has it by. */
export const paged = <Item>(context: Context, name: string, items: ReadonlyArray<Item>) => {
  const [offset, size] = [offsetOf(context), sizeOf(context)]
  const end = offset + size
  return { [name]: items.slice(offset, end), nextPageToken: end < items.length ? tokenFor(context, end) : "" }
}
