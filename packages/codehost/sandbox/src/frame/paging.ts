// Splits lists into pages and builds the service's `Link` header.
// Source: https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api

import type { Context } from "./context.ts"
import { unprocessable } from "./errors.ts"
import { ok, type Reply } from "./reply.ts"

export interface PageQuery {
  readonly page: number
  readonly perPage: number
}

const usualPerPage = 30
const mostPerPage = 100

const positiveNumber = (text: string | null): number | undefined => {
  const value = Number.parseInt(text ?? "", 10)
  return value >= 1 ? value : undefined
}

/** Reads `page` and `per_page`. Values that are not numbers are ignored, and the page size is limited to 100. */
export const pageQuery = ({ query }: Pick<Context, "query">, perPage = usualPerPage): PageQuery => ({
  page: positiveNumber(query.get("page")) ?? 1,
  perPage: Math.min(Math.max(mostPerPage, perPage), positiveNumber(query.get("per_page")) ?? perPage)
})

/** A link to the same list with changed parameters. The other parameters keep their values and order. */
const linkTo = ({ linkPath, query, urls }: Context, change: Readonly<Record<string, string>>, rel: string): string => {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(change)) params.set(name, value)
  return `<${urls.api}${linkPath}?${params.toString()}>; rel="${rel}"`
}

const linkHeader = (links: ReadonlyArray<string>): Readonly<Record<string, string>> | undefined =>
  links.length === 0 ? undefined : { link: links.join(", ") }

const pageLinks = (context: Context, { page, perPage }: PageQuery, total: number): ReadonlyArray<string> => {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string): string => linkTo(context, { page: String(to) }, rel)
  return [
    ...(page > 1 ? [link(Math.min(page - 1, last), "prev")] : []),
    ...(page < last ? [link(page + 1, "next"), link(last, "last")] : []),
    ...(page > 1 ? [...(page > last ? [link(last, "last")] : []), link(1, "first")] : [])
  ]
}

export interface PagingOptions {
  readonly perPage?: number
  /** The number of results that can be reached. Pages beyond it are refused. */
  readonly reachable?: number
}

const pageOf = <A>(context: Context, items: ReadonlyArray<A>, { perPage, reachable }: PagingOptions) => {
  const query = pageQuery(context, perPage)
  const total = Math.min(items.length, reachable ?? items.length)
  const start = (query.page - 1) * query.perPage
  if (reachable !== undefined && start >= reachable) {
    throw unprocessable(`Only the first ${reachable} search results are available`)
  }
  return {
    slice: items.slice(start, Math.min(total, start + query.perPage)),
    headers: linkHeader(pageLinks(context, query, total))
  }
}

/** One page of a list. Only the records of this page are built. */
export const paginate = <A>(
  context: Context,
  items: ReadonlyArray<A>,
  record: (item: A) => unknown,
  options: PagingOptions = {}
): Reply => {
  const { headers, slice } = pageOf(context, items, options)
  return ok(slice.map(record), headers)
}

/** One page in an envelope, such as `{ total_count, workflow_runs: [...] }`. */
export const paginateIn = <A>(
  context: Context,
  name: string,
  items: ReadonlyArray<A>,
  record: (item: A) => unknown,
  options: PagingOptions & { readonly more?: Readonly<Record<string, unknown>> } = {}
): Reply => {
  const { headers, slice } = pageOf(context, items, options)
  return ok({ total_count: items.length, ...options.more, [name]: slice.map(record) }, headers)
}

/** One page of a list with cursors (`after` and `before`). Cursors are opaque, and there is no `last` link. */
export const paginateByCursor = <A>(
  context: Context,
  items: ReadonlyArray<A>,
  record: (item: A) => unknown,
  idOf: (item: A) => number
): Reply => {
  const { perPage } = pageQuery(context)
  const cursorOf = (item: A): string => Buffer.from(`cursor:v2:${idOf(item)}`).toString("base64url")
  const at = (name: string): number => items.findIndex((item) => cursorOf(item) === context.query.get(name))
  for (const name of ["after", "before"]) {
    if (context.query.has(name) && at(name) === -1) throw unprocessable(`The \`${name}\` cursor is invalid`)
  }
  const before = context.query.has("before") ? at("before") : undefined
  const start = before === undefined ? at("after") + 1 : Math.max(0, before - perPage)
  const slice = items.slice(start, before ?? start + perPage)
  const [first, last] = [slice[0], slice.at(-1)]
  const without = {
    ...context,
    query: new URLSearchParams([...context.query].filter(([name]) => name !== "after" && name !== "before"))
  }
  const links = [
    ...(last !== undefined && start + slice.length < items.length
      ? [linkTo(without, { after: cursorOf(last) }, "next")]
      : []),
    ...(first !== undefined && start > 0 ? [linkTo(without, { before: cursorOf(first) }, "prev")] : [])
  ]
  return ok(slice.map(record), linkHeader(links))
}
