/** Where a search goes on: the body fields of the next page, from what an answer says of its pages. */
import { isObject, type JsonObject } from "./json-path.ts"
import { entry, foldKey } from "./reader.ts"

/** How the next request names a token, by the answer's name for it. */
const TOKENS: Readonly<Record<string, string>> = {
  next_cursor: "cursor",
  end_cursor: "cursor",
  next_page_token: "page_token",
  next_token: "next_token",
  continuation_token: "continuation_token",
  scroll_token: "scroll_token",
  scroll_id: "scroll_id",
  cursor: "cursor",
  page_token: "page_token"
}
const NEXT_PAGE = ["next_page", "next_page_number"]
const PAGE = ["page", "current_page", "page_number"]
const PAGES = ["total_pages", "page_count", "last_page", "pages"]
const SIZE = ["per_page", "page_size", "limit", "size"]
const OFFSET = ["offset", "from", "start", "skip"]
/** Names of how many there are in all. */
export const TOTALS = ["total", "total_count", "total_results", "total_entries", "total_hits", "total_records"]
const MORE = ["has_more", "has_next", "has_next_page"]
const LINKS = ["next", "next_url", "next_link", "next_page_url", "next_page"]

const isWhole = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value)

/** The objects in which answers tell of their pages, the nearest first. */
const holders = (body: JsonObject): ReadonlyArray<JsonObject> => {
  const places = /^(pagination|paging|meta|metadata|pageinfo|page|links?|cursors?|data|result|results|response|search)$/
  // GraphQL puts the name of a query between its data and what it answers.
  const within = (value: JsonObject, depth: number, isData = false): ReadonlyArray<JsonObject> =>
    Object.entries(value).flatMap(([key, inner]) =>
      depth > 0 && isObject(inner) && (isData || places.test(foldKey(key)))
        ? [inner, ...within(inner, depth - 1, key === "data")]
        : []
    )
  return [body, ...within(body, 3)]
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
  const isNothing = (value: unknown): value is null | "" => value === null || value === ""
  const isFlag = (value: unknown): value is boolean => typeof value === "boolean"
  const more = first(MORE, isFlag)?.value
  if (more === false) return undefined
  const link = first(LINKS, isText)
  const linked = link === undefined ? undefined : ofLink(link.value)
  if (linked !== undefined) return linked
  // A next that is there and empty ends it, whatever stands beside it: the cursor of this page, perhaps.
  if (
    first(
      [...Object.keys(TOKENS), ...NEXT_PAGE, "next"].filter((name) => name.startsWith("next")),
      isNothing
    )
  ) {
    return undefined
  }
  for (const [name, sent] of Object.entries(TOKENS)) {
    const token = first([name], isText)
    if (token !== undefined) return { [styled(sent, token.path)]: token.value }
  }
  const nextNumber = first(NEXT_PAGE, isWhole)
  if (nextNumber !== undefined) return { page: nextNumber.value }
  const total = first(TOTALS, isWhole)?.value
  const page = first(PAGE, isWhole)
  if (page !== undefined) {
    const pages = first(PAGES, isWhole)?.value
    const size = first(SIZE, isWhole)?.value ?? rows
    const isMore =
      pages !== undefined ? page.value < pages : total !== undefined ? page.value * size < total : more === true
    return isMore ? { [page.path.replace(/^current_?p/i, "p")]: page.value + 1 } : undefined
  }
  const offset = first(OFFSET, isWhole)
  if (offset === undefined) return undefined
  const end = offset.value + rows
  return more === true || (total !== undefined && end < total) ? { [offset.path]: end } : undefined
}
