/** Where a search goes on: the body fields of the next page, from what an answer says of its pages. */
import { isObject, type JsonObject } from "./json-path.ts"
import { entry, foldKey } from "./reader.ts"

/** Folded keys of a token that leads on, and how the next request names it, in the style of the answer's own name. */
const TOKENS = [
  ["next_cursor", "cursor"],
  ["end_cursor", "cursor"],
  ["cursor", "cursor"],
  ["next_page_token", "page_token"],
  ["page_token", "page_token"],
  ["scroll_token", "scroll_token"],
  ["scroll_id", "scroll_id"],
  ["search_after", "search_after"],
  ["next_token", "next_token"],
  ["continuation_token", "continuation_token"]
] as const
const NEXT_PAGE = ["next_page", "next_page_number"]
const PAGE = ["page", "current_page", "page_number", "number"]
const PAGES = ["total_pages", "page_count", "last_page", "pages"]
const SIZE = ["per_page", "page_size", "limit", "size", "pagesize"]
const OFFSET = ["offset", "from", "start", "skip"]
const TOTAL = ["total", "total_count", "total_results", "total_entries", "total_hits", "total_records"]
const MORE = ["has_more", "has_next", "has_next_page", "more"]
const LINKS = ["next", "next_url", "next_link", "next_page_url", "next_page"]

const isWhole = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value)

/** The objects in which answers tell of their pages, the nearest first. */
const holders = (body: JsonObject): ReadonlyArray<JsonObject> => {
  const places = /^(pagination|paging|meta|metadata|pageinfo|page|links?|cursors?|data|result|results|response|search)$/
  const within = (value: JsonObject, depth: number): ReadonlyArray<JsonObject> =>
    Object.entries(value).flatMap(([key, inner]) =>
      depth > 0 && isObject(inner) && places.test(foldKey(key)) ? [inner, ...within(inner, depth - 1)] : []
    )
  return [body, ...within(body, 2)]
}

/** In camel case where the answer writes so. */
const styled = (name: string, like: string): string =>
  /[A-Z]/.test(like) ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name

/** The query of a link to the next page, numbers as numbers. */
const ofLink = (link: string): Readonly<Record<string, unknown>> | undefined => {
  if (!/[?&]/.test(link) || !URL.canParse(link, "https://a.example")) return undefined
  const fields = [...new URL(link, "https://a.example").searchParams].filter(([name]) =>
    /page|cursor|offset|token|after|scroll|start|skip/i.test(name)
  )
  return fields.length === 0
    ? undefined
    : Object.fromEntries(fields.map(([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value]))
}

/** @param rows how many this page holds; without one there is no next */
export const nextPage = (body: unknown, rows: number): Readonly<Record<string, unknown>> | undefined => {
  if (!isObject(body) || rows === 0) return undefined
  const all = holders(body)
  const first = <A>(names: ReadonlyArray<string>, is: (value: unknown) => value is A) => {
    for (const name of names) {
      for (const holder of all) {
        const found = entry(holder, name)
        if (found !== undefined && is(found.value)) return { value: found.value, path: found.path }
      }
    }
    return undefined
  }
  const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== ""
  const isFlag = (value: unknown): value is boolean => typeof value === "boolean"
  const more = first(MORE, isFlag)?.value
  if (more === false) return undefined
  const link = first(LINKS, isText)
  const linked = link === undefined ? undefined : ofLink(link.value)
  if (linked !== undefined) return linked
  for (const [name, sent] of TOKENS) {
    const token = first([name], (value): value is string | number => isText(value) || isWhole(value))
    if (token !== undefined) return { [styled(sent, token.path)]: token.value }
  }
  const after = first(["search_after"], Array.isArray)
  if (after !== undefined) return { search_after: after.value }
  const nextNumber = first(NEXT_PAGE, isWhole)
  if (nextNumber !== undefined) return { page: nextNumber.value }
  const total = first(TOTAL, isWhole)?.value
  const size = first(SIZE, isWhole)?.value
  const page = first(PAGE, isWhole)
  if (page !== undefined) {
    const pages = first(PAGES, isWhole)?.value
    const name = page.path === "number" ? "page" : page.path.replace(/^current_?p/i, "p")
    const isLast =
      pages !== undefined
        ? page.value >= pages
        : total !== undefined
          ? page.value * (size ?? rows) >= total
          : more !== true
    return isLast ? undefined : { [name]: page.value + 1 }
  }
  const offset = first(OFFSET, isWhole)
  if (offset === undefined) return undefined
  const end = offset.value + rows
  return (total !== undefined && end < total) || more === true ? { [offset.path]: end } : undefined
}
