/** Lists: one page at a time, or all of them as a stream. */
import * as Paging from "@inlay/core-http/Paging"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { decoder } from "../internal/decoder.ts"
import { withQuery, type Query } from "../internal/endpoint.ts"
import { check, page as pageRules, type Rules } from "../internal/inputs.ts"
import { failed, type Http } from "../internal/methods.ts"

/** Which page: by number, or by the cursor that the page before gave. */
export interface PageInput {
  /** From 1. */
  readonly page?: number
  /** Items a page, 1 to 100; 30 by default, 100 where a whole list is read. */
  readonly per_page?: number
  readonly cursor?: string
}

/** One page of a list. */
export interface Page<A> {
  readonly items: ReadonlyArray<A>
  /** Items on all pages, where the service tells it or this is the last page. */
  readonly total?: number
  /** Pages of this size, where the service tells it. */
  readonly pages?: number
  /** What to ask for the next page; absent on the last one. */
  readonly next?: { readonly page: number } | { readonly cursor: string }
}

/** A whole list, read as it is consumed: at most a few pages ahead, and no more than is taken. */
export interface List<A, P extends Page<A> = Page<A>> {
  readonly pages: Stream.Stream<P, ProviderError>
  readonly items: Stream.Stream<A, ProviderError>
}

/** One page of a list. */
export type ReadPage<I, A, P extends Page<A> = Page<A>> = (input: I & PageInput) => Effect.Effect<P, ProviderError>

/** A whole list, from the page that is asked for (the first by default). */
export type ReadList<I, A, P extends Page<A> = Page<A>> = (input: I & PageInput) => List<A, P>

/** Items a page as the service has it, and the most that it gives. */
export const DEFAULT_PER_PAGE = 30
export const MAX_PER_PAGE = 100

const numberOf = (query: URLSearchParams | undefined): number | undefined => {
  const page = Number(query?.get("page") ?? Number.NaN)
  return Number.isSafeInteger(page) && page > 0 ? page : undefined
}

/** Where a list goes on by cursors, a page number beside one says nothing. */
const nextOf = (headers: Answer["headers"]): Page<unknown>["next"] | "unreadable" => {
  const query = Paging.linkNext(headers)
  if (query === undefined || query === "unreadable") return query
  const cursor = query.get("after")
  if (cursor !== null) return cursor === "" ? "unreadable" : { cursor }
  const page = numberOf(query)
  return page === undefined ? "unreadable" : { page }
}

/** Whether what follows a page is not itself, nor one before it: a list read on by such a link would never end. */
const leadsOn = (next: Page<unknown>["next"], { page = 1, cursor }: PageInput): boolean =>
  next === undefined || ("cursor" in next ? next.cursor !== cursor : cursor !== undefined || next.page > page)

/** A list whose end cannot be reached is not taken for one that has ended. */
const lost = (operation: string, problem: string) =>
  failed(operation, {
    _tag: "Decode",
    what: `The answer ${problem}.`,
    fix: "Ask for a page by its number; a proxy before the service may rewrite its links."
  })

/** A page as its answer tells it. */
const pageOf = <A>(
  items: ReadonlyArray<A>,
  told: number | undefined,
  asked: PageInput,
  next: Page<A>["next"],
  headers: Answer["headers"]
): Page<A> => {
  const asks = asked.page ?? 1
  // Past the last page there is nothing, whatever number was asked for; by a cursor it is not known where this is.
  const end = next === undefined && asked.cursor === undefined && (items.length > 0 || asks === 1) ? asks : undefined
  const last = end ?? numberOf(Paging.linkLast(headers))
  const counted = end === undefined ? undefined : (end - 1) * (asked.per_page ?? DEFAULT_PER_PAGE) + items.length
  const total = told ?? counted
  return {
    items,
    ...(total !== undefined && { total }),
    ...(last !== undefined && { pages: last }),
    ...(next !== undefined && { next })
  }
}

/** A list of the service, and how its answers are read. */
interface ListOptions<I, A> {
  readonly operation: string
  readonly rules: Rules
  readonly item: Schema.Codec<A, unknown>
  /** The field that holds the items, where they do not stand alone; `total_count` then counts them all. */
  readonly key?: string
  readonly endpoint: (input: I) => string
  readonly query?: (input: I) => Query
  /** Asked where the first page is empty: fails where something that was named is not there. */
  readonly whenEmpty?: (input: I) => Effect.Effect<void, ProviderError>
}

/** Makes of a page what a list promises beyond one. */
type Complete<I, A, P extends Page<A>> = (page: Page<A>, body: unknown, input: I & PageInput) => P

const totalOf = Schema.Struct({ total_count: Schema.optionalKey(Schema.Int) })

/** The methods of a list, `page` and `list`, whose pages say more than `Page` does. */
export const listsWith = <I extends object, A, P extends Page<A>>(
  http: Http,
  options: ListOptions<I, A>,
  complete: Complete<I, A, P>
) => {
  const { operation, key } = options
  const rules: Rules = { ...options.rules, ...pageRules }
  const bare = Schema.Array(options.item)
  const readBare = decoder(operation, bare)
  const readKeyed = decoder(operation, Schema.Struct({ [key ?? "items"]: bare }))
  const readTotal = decoder(operation, totalOf)

  const page: ReadPage<I, A, P> = Effect.fnUntraced(function* (input) {
    yield* check(operation, input, rules)
    const asked = { ...input, per_page: input.per_page ?? DEFAULT_PER_PAGE }
    const answer = yield* http.call({
      operation,
      method: "GET",
      endpoint: withQuery(options.endpoint(input), {
        ...options.query?.(input),
        per_page: asked.per_page,
        ...(input.cursor === undefined ? { page: input.page } : { after: input.cursor })
      })
    })
    const items = key === undefined ? yield* readBare(answer) : ((yield* readKeyed(answer))[key] ?? [])
    if (items.length === 0 && (input.page ?? 1) === 1 && input.cursor === undefined) {
      yield* options.whenEmpty?.(input) ?? Effect.void
    }
    const told = key === undefined ? undefined : (yield* readTotal(answer)).total_count
    const next = nextOf(answer.headers)
    if (next === "unreadable") return yield* lost(operation, "names a next page in a way that cannot be read")
    if (!leadsOn(next, asked)) return yield* lost(operation, "has a link to the next page that does not lead on")
    return complete(pageOf(items, told, asked, next, answer.headers), answer.body, asked)
  })

  /** What follows a page: one after the other, or a few at once where it is told how many there are. */
  const after = (input: I & PageInput, { next, pages }: Page<A>): Stream.Stream<P, ProviderError> => {
    if (next === undefined) return Stream.empty
    if ("page" in next && pages !== undefined && pages > next.page && http.pagesAhead > 1) {
      let last: Page<A> = { items: [] }
      return Stream.range(next.page, pages).pipe(
        Stream.mapEffect((number) => page({ ...input, page: number }), { concurrency: http.pagesAhead }),
        // What is told of the last page may be wrong.
        Stream.takeUntil((read) => read.next === undefined),
        Stream.map((read) => {
          last = read
          return read
        }),
        // The list may have grown in the meantime.
        Stream.concat(Stream.suspend(() => after(input, last)))
      )
    }
    return Stream.suspend(() => {
      const asked = new Set<string>()
      return Stream.paginate(next, (at) => {
        asked.add(JSON.stringify(at))
        return Effect.flatMap(page({ ...input, ...at }), (read) =>
          asked.has(JSON.stringify(read.next))
            ? Effect.fail(lost(operation, "leads back to a page that was read"))
            : Effect.succeed([[read], Option.fromUndefinedOr(read.next)] as const)
        )
      })
    })
  }

  const list: ReadList<I, A, P> = (given) => {
    const input = { ...given, per_page: given.per_page ?? MAX_PER_PAGE }
    const pages = Stream.unwrap(
      Effect.map(page(input), (first) => Stream.concat(Stream.succeed(first), after(input, first)))
    )
    return { pages, items: Stream.flattenIterable(Stream.map(pages, ({ items }) => items)) }
  }
  return { page, list }
}

/** The methods of a list, `page` and `list`. */
export const lists = <I extends object, A>(http: Http, options: ListOptions<I, A>) =>
  listsWith<I, A, Page<A>>(http, options, (page) => page)
