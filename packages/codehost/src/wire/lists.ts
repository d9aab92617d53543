/** Reads lists: one page at a time, or all pages as a stream. */
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { MAX_PER_PAGE, type Page, type PageInput } from "../schema/Page.ts"
import { noEnd, pageReader, type Complete, type ListOptions, type ReadPage } from "./pages.ts"
import type { Http } from "./requests.ts"

/** A whole list, read as the stream is consumed: only a few pages are requested ahead. */
export interface List<A, P extends Page<A> = Page<A>> {
  readonly pages: Stream.Stream<P, ProviderError>
  readonly items: Stream.Stream<A, ProviderError>
}

/** Returns a whole list, beginning with the requested page (the first by default). */
export type ReadList<I, A, P extends Page<A> = Page<A>> = (input: I & PageInput) => List<A, P>

/** Makes a function that reads a whole list page by page; `first` reads the first page. */
const listReader = <I extends object, A, P extends Page<A>>(
  http: Http,
  operation: string,
  page: ReadPage<I, A, P>,
  first: ReadPage<I, A, P>
): ReadList<I, A, P> => {
  /** The pages that follow a page: several at once if the number of pages is known, otherwise one after the other. */
  const after = (input: I & PageInput, { next, pages }: Page<A>): Stream.Stream<P, ProviderError> => {
    if (next === undefined) return Stream.empty
    if ("page" in next && pages !== undefined && pages > next.page && http.pagesAhead > 1) {
      let last: Page<A> = { items: [] }
      return Stream.range(next.page, pages).pipe(
        Stream.mapEffect((number) => page({ ...input, page: number }), { concurrency: http.pagesAhead }),
        // The page that the service named as the last may not be the last.
        Stream.takeUntil((read) => read.next === undefined),
        Stream.map((read) => {
          last = read
          return read
        }),
        // The list may have grown in the meantime, so read on from there.
        Stream.concat(Stream.suspend(() => after(input, last)))
      )
    }
    return Stream.suspend(() => {
      const visited = new Set<string>()
      return Stream.paginate(next, (at) => {
        visited.add(JSON.stringify(at))
        return Effect.flatMap(page({ ...input, ...at }), (read) =>
          visited.has(JSON.stringify(read.next))
            ? Effect.fail(noEnd(operation, "links back to a page that was already read"))
            : Effect.succeed([[read], Option.fromUndefinedOr(read.next)] as const)
        )
      })
    })
  }
  return (input) => {
    const request = { ...input, per_page: input.per_page ?? MAX_PER_PAGE }
    const pages = Stream.unwrap(
      Effect.map(first(request), (read) => Stream.concat(Stream.succeed(read), after(request, read)))
    )
    return { pages, items: Stream.flattenIterable(Stream.map(pages, ({ items }) => items)) }
  }
}

/** Makes the methods `page` and `list` of a list whose pages have more fields than `Page`. */
export const listsWith = <F extends Schema.Struct.Fields, I extends object, A, P extends Page<A>>(
  http: Http,
  operation: Operation.Operation<F, P>,
  options: ListOptions<I, A>,
  complete: Complete<I, A, P>
): { readonly page: ReadPage<I, A, P>; readonly list: ReadList<I, A, P> } => {
  const page = pageReader(http, operation.name, options, complete)
  // TypeScript cannot infer that the operation's input is `I` plus the paging fields; each client's interface states
  // it.
  const firstPage: ReadPage<I, A, P> = Operation.method(operation, page as never) as never
  return { page: firstPage, list: listReader(http, operation.name, page, firstPage) }
}

/** Makes the methods `page` and `list` of a list. */
export const lists = <F extends Schema.Struct.Fields, I extends object, A>(
  http: Http,
  operation: Operation.Operation<F, Page<A>>,
  options: ListOptions<I, A>
) => listsWith<F, I, A, Page<A>>(http, operation, options, (page) => page)

/** Reads all items of a list on behalf of an operation whose input is already validated. */
export const readAll = <I extends object, A>(http: Http, operation: string, options: ListOptions<I, A>) => {
  const page = pageReader<I, A, Page<A>>(http, operation, options, (read) => read)
  const list = listReader(http, operation, page, page)
  return (input: I) => Stream.runCollect(list(input).items)
}
