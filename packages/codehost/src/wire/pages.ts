/** Reads one page of a list and checks that its link leads to a later page. */
import { defined } from "@inlay/core-http/json-object"
import * as Paging from "@inlay/core-http/Paging"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { DEFAULT_PER_PAGE, type Page, type PageInput } from "../schema/Page.ts"
import { withQuery, type Query } from "./endpoint.ts"
import { withheld } from "./reasons/rights.ts"
import type { Http } from "./requests.ts"
import { decoder, providerError } from "./service.ts"

/** One page of a list. */
export type ReadPage<I, A, P extends Page<A> = Page<A>> = (input: I & PageInput) => Effect.Effect<P, ProviderError>

const numberOf = (query: URLSearchParams | undefined): number | undefined => {
  const page = Number(query?.get("page") ?? Number.NaN)
  return Number.isSafeInteger(page) && page > 0 ? page : undefined
}

/** Returns the next page from the `link` header. A page number beside a cursor is ignored. */
const nextOf = (headers: Answer["headers"]): Page<unknown>["next"] | "unreadable" => {
  const query = Paging.linkNext(headers)
  if (query === undefined || query === "unreadable") return query
  const cursor = query.get("after")
  if (cursor !== null) return cursor === "" ? "unreadable" : { cursor }
  const page = numberOf(query)
  return page === undefined ? "unreadable" : { page }
}

/** Whether the next page is a later one. A link back to the same or an earlier page would make the list endless. */
const isLaterPage = (next: Page<unknown>["next"], { page = 1, cursor }: PageInput): boolean =>
  next === undefined || ("cursor" in next ? next.cursor !== cursor : cursor !== undefined || next.page > page)

/** The error for a list that cannot be read to its end; such a list is never returned incomplete. */
export const noEnd = (operation: string, problem: string) =>
  providerError(operation, {
    _tag: "Decode",
    what: `The answer ${problem}. A proxy in front of the service may have rewritten its links. Pages can be read by number.`,
    remedy: { to: "checkAddress", of: "base" }
  })

/** Builds a page from a response. */
const pageFrom = <A>(
  items: ReadonlyArray<A>,
  count: number | undefined,
  request: PageInput,
  next: Page<A>["next"],
  headers: Answer["headers"]
): Page<A> => {
  const asks = request.page ?? 1
  // The number of pages cannot be derived from an empty page past the last one, nor from a page that was read with a
  // cursor.
  const end = next === undefined && request.cursor === undefined && (items.length > 0 || asks === 1) ? asks : undefined
  const last = end ?? numberOf(Paging.linkLast(headers))
  const countToHere = end === undefined ? undefined : (end - 1) * (request.per_page ?? DEFAULT_PER_PAGE) + items.length
  const total = count ?? countToHere
  const notice = withheld(headers)
  return defined({ items, total, pages: last, next, notice })
}

/** How a list is requested and how its responses are read. */
export interface ListOptions<I, A> {
  readonly item: Schema.Codec<A, unknown>
  /**
   * The field of the response that holds the items; `total_count` holds their number. Absent if the response itself is
   * an array.
   */
  readonly key?: string
  readonly endpoint: (input: I) => string
  readonly query?: (input: I) => Query
  /** Whether a failure says that the list has no items yet. */
  readonly saysNone?: (error: ProviderError) => boolean
  /** Runs if the first page is empty. It fails if the query names something that does not exist. */
  readonly whenEmpty?: (input: I) => Effect.Effect<void, ProviderError>
}

/** Adds the fields that a list's pages have besides the items. */
export type Complete<I, A, P extends Page<A>> = (page: Page<A>, body: unknown, input: I & PageInput) => P

const totalOf = Schema.Struct({ total_count: Schema.optionalKey(Schema.Int) })

/** Makes a function that reads one page of a list. */
export const pageReader = <I extends object, A, P extends Page<A>>(
  http: Http,
  operation: string,
  options: ListOptions<I, A>,
  complete: Complete<I, A, P>
): ReadPage<I, A, P> => {
  const { key } = options
  const bare = Schema.Array(options.item)
  const readBare = decoder(operation, bare)
  const readObject = decoder(operation, Schema.Struct({ [key ?? "items"]: bare }))
  const readTotal = decoder(operation, totalOf)
  const readPage = Effect.fnUntraced(function* (input: I & PageInput) {
    const { page, per_page = DEFAULT_PER_PAGE, cursor, ...rest } = input
    // The query is the input without the paging fields.
    const query = rest as unknown as I
    const request = { ...input, per_page }
    const answer = yield* http.call({
      operation,
      method: "GET",
      endpoint: withQuery(options.endpoint(query), {
        ...options.query?.(query),
        per_page,
        ...(cursor === undefined ? { page } : { after: cursor })
      })
    })
    const items = key === undefined ? yield* readBare(answer) : ((yield* readObject(answer))[key] ?? [])
    if (items.length === 0 && (page ?? 1) === 1 && cursor === undefined) {
      yield* options.whenEmpty?.(query) ?? Effect.void
    }
    const count = key === undefined ? undefined : (yield* readTotal(answer)).total_count
    const next = nextOf(answer.headers)
    if (next === "unreadable") return yield* noEnd(operation, "has a link to the next page that cannot be parsed")
    if (!isLaterPage(next, request))
      return yield* noEnd(operation, "has a link to the next page that does not lead to a later page")
    return complete(pageFrom(items, count, request, next, answer.headers), answer.body, request)
  })
  const { saysNone = () => false } = options
  return (input) =>
    Effect.catchIf(readPage(input), saysNone, () =>
      Effect.succeed(complete({ items: [], total: 0, pages: 1 }, undefined, input))
    )
}
