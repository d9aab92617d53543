/** Finds the body fields that request the next page of a search, from the paging information in a response. */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { words } from "../../identity/words.ts"
import { entryOf, foldKey } from "./record-reader.ts"

/** Names of tokens in the response. */
const TOKENS = words(
  "next_cursor end_cursor next_page_token next_token continuation_token scroll_token scroll_id cursor page_token"
)
/** The name of a token in the next request, for which it is no longer the next. */
const tokenName = (name: string): string => name.replace(/^(next|end)_(?=cursor|page)/, "")
const NEXT_PAGE = ["next_page", "next_page_number"]
const PAGE = words("page current_page page_number")
const PAGES = words("total_pages page_count last_page pages")
const SIZE = words("per_page page_size limit size")
const OFFSET = words("offset from start skip")
/** Names of the total number of results. */
const TOTALS = words("total total_count total_results total_entries total_hits total_records")
const MORE = words("has_more has_next has_next_page")
const LINKS = words("next next_url next_link next_page_url next_page")
/** Names that show by themselves that there is a next page or, if they are empty, that there is none. */
const NEXTS = [...TOKENS, ...NEXT_PAGE, ...LINKS].filter((name) => name.startsWith("next"))

/** A whole number, or a text with one. */
const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined
}
const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined
const flag = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined)
const nothing = (value: unknown): true | undefined =>
  value === null || value === "" || value === false || (typeof value === "object" && Object.keys(value).length === 0)
    ? true
    : undefined
const something = (value: unknown): unknown => (nothing(value) ? undefined : value)

/** The objects in which responses put paging information, outermost first. */
const holders = (body: JsonObject): ReadonlyArray<JsonObject> => {
  const places = /^(pagination|paging|meta|metadata|pageinfo|page|links?|cursors?|data|result|results|response|search)$/
  // GraphQL puts the name of a query between `data` and its result.
  const within = (value: JsonObject, depth: number, isData = false): ReadonlyArray<JsonObject> =>
    Object.entries(value).flatMap(([key, inner]) =>
      depth > 0 && isJsonObject(inner) && (isData || places.test(foldKey(key)))
        ? [inner, ...within(inner, depth - 1, key === "data")]
        : []
    )
  return [body, ...within(body, 3)]
}

/** Converts a name to camel case if the response uses camel case. */
const styleLike = (name: string, like: string): string =>
  /[A-Z]/.test(like) ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name

/** Names of fields that say where a page begins, in lower case. */
const POSITION =
  /page|cursor|offset|token|after|scroll|start|skip|^(from|p|pg|pos|position|marker|bookmark|continuation)$/
/** Folded names that contain one of those words and mean something else: the size of a page, the last page, a key. */
const NO_POSITION = /perpage|page(size|limit|count|length)|lastpage|totalpages|^(access|api|auth|session)token$/

/**
 * The fields that determine where a page begins, with numbers converted from text. Sizes are left out: alone, they
 * would request the same page again.
 */
const ofFields = (fields: ReadonlyArray<readonly [string, unknown]>): Readonly<Record<string, unknown>> | undefined => {
  const paging = fields.flatMap(([name, value]) => {
    const position = wholeNumber(value) ?? text(value)
    const isPosition = POSITION.test(name.toLowerCase()) && !NO_POSITION.test(foldKey(name))
    return isPosition && position !== undefined ? [[name, position] as const] : []
  })
  return paging.length === 0 ? undefined : Object.fromEntries(paging)
}

/** The paging fields of a link to the next page: those of its query, or those of an object. */
const ofLink = (link: unknown): Readonly<Record<string, unknown>> | undefined => {
  if (isJsonObject(link)) return ofFields(Object.entries(link))
  if (typeof link !== "string" || !/[?&]/.test(link) || !URL.canParse(link, "https://a.example")) return undefined
  return ofFields([...new URL(link, "https://a.example").searchParams])
}

/** Finds the first of several names that a response has with a readable value, in the order of the names. */
const finder = (body: JsonObject) => {
  const all = holders(body)
  return <A>(names: ReadonlyArray<string>, read: (value: unknown) => A | undefined) => {
    for (const name of names) {
      for (const holder of all) {
        const entry = entryOf(holder, name)
        const value = entry === undefined ? undefined : read(entry.value)
        if (entry !== undefined && value !== undefined) return { value, path: entry.path }
      }
    }
    return undefined
  }
}

/** A total, which may be written with separators. */
const totalNumber = (value: unknown): number | undefined =>
  wholeNumber(typeof value === "string" ? value.replaceAll(",", "") : value)

/** The total number of results, if a response states it. */
export const totalOf = (body: unknown): number | null =>
  isJsonObject(body) ? (finder(body)(TOTALS, totalNumber)?.value ?? totalNumber(body["count"]) ?? null) : null

/** What a response with page numbers says of its pages. */
interface PageNumbers {
  readonly page: number
  /** Whether the first page is known to have the number 0. */
  readonly isFromZero: boolean
  readonly pages: number | undefined
  /** Rows of a page. */
  readonly size: number | undefined
  readonly total: number | undefined
  readonly isMore: boolean
}

/** Whether there is a page after one with this number, which may be counted from 0 or 1. "perhaps" if nothing says so. */
const goesOn = ({ page, isFromZero, pages, size, total, isMore }: PageNumbers, rows: number): boolean | "perhaps" => {
  // The last page, counted from 0.
  if (size !== undefined && rows < size && page * size + rows === total) return false
  const number = isFromZero ? page + 1 : Math.max(1, page)
  if (pages !== undefined) return number < pages
  if (total === undefined) return isMore
  if (number * (size ?? rows) >= total) return false
  return size !== undefined || isMore ? true : "perhaps"
}

type Fields = Readonly<Record<string, unknown>>

/**
 * How to request the next page. "unreadable" if there is one but the response does not say how to request it.
 */
export type NextPage =
  | {
      /** Fields of the request's body. */
      readonly fields: Fields
      /** Whether the response says that there is a next page. Otherwise it may be empty. */
      readonly isSure: boolean
    }
  | "unreadable"
  | undefined

const sure = (fields: Fields): NextPage => ({ fields, isSure: true })

/** The number that a response states for its page. */
export const pageNumber = (body: unknown): number | undefined =>
  isJsonObject(body) ? finder(body)(PAGE, wholeNumber)?.value : undefined

/**
 * The first page of a search. A later page does not say how long pages are, because the last may have fewer rows, nor
 * whether they are counted from 0.
 */
export interface FirstPage {
  readonly rows: number
  readonly number?: number | undefined
}

/**
 * @param rows number of rows on this page. After an empty page there is no next page.
 * @param firstPage the search's first page, if it is known.
 */
export const nextPage = (body: unknown, rows: number, firstPage?: FirstPage): NextPage => {
  if (!isJsonObject(body) || rows === 0) return undefined
  const first = finder(body)
  const more = first(MORE, flag)?.value
  if (more === false) return undefined
  const link = first(LINKS, ofLink)?.value
  if (link !== undefined) return sure(link)
  // An empty `next` field means the end, whatever other fields say. A cursor beside it may be the current page's.
  if (first(NEXTS, nothing)) return undefined
  for (const name of TOKENS) {
    const token = first([name], (value) => (name.startsWith("next") ? wholeNumber(value) : undefined) ?? text(value))
    if (token !== undefined) return sure({ [styleLike(tokenName(name), token.path)]: token.value })
  }
  const nextNumber = first(NEXT_PAGE, wholeNumber)
  if (nextNumber !== undefined) return sure({ page: nextNumber.value })
  const isMore = more === true || first(NEXTS, something) !== undefined
  const end = isMore ? "unreadable" : undefined
  const total = first(TOTALS, wholeNumber)?.value
  const page = first(PAGE, wholeNumber)
  if (page !== undefined) {
    const pages = first(PAGES, wholeNumber)?.value
    const size = first(SIZE, wholeNumber)?.value ?? firstPage?.rows ?? (page.value <= 1 ? rows : undefined)
    const isFromZero = firstPage?.number === 0
    const isNext = goesOn({ page: page.value, isFromZero, pages, size, total, isMore }, rows)
    if (isNext === false) return undefined
    return { fields: { [page.path.replace(/^current_?p/i, "p")]: page.value + 1 }, isSure: isNext === true }
  }
  const offset = first(OFFSET, wholeNumber)
  if (offset === undefined) return end
  return isMore || (total !== undefined && offset.value + rows < total)
    ? sure({ [offset.path]: offset.value + rows })
    : undefined
}

/**
 * Whether a response states a page or an offset after its last row. A page before which all rows may be is one if the
 * response says neither how many pages there are nor how long they are.
 */
export const isPastEnd = (body: unknown): boolean => {
  if (!isJsonObject(body)) return false
  const first = finder(body)
  const total = first(TOTALS, wholeNumber)?.value ?? 0
  const offset = first(OFFSET, wholeNumber)?.value
  if (offset !== undefined) return offset > 0 && offset >= total
  const page = first(PAGE, wholeNumber)?.value ?? 0
  const pages = first(PAGES, wholeNumber)?.value
  const size = first(SIZE, wholeNumber)?.value
  if (page < 2) return false
  if (pages !== undefined) return page > pages
  return size === undefined || (page - 1) * size >= total
}
