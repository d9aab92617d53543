/** Lists with page tokens: a single page, or all pages as a stream. */
import type { Client } from "@inlay/core-http/Client"
import * as Operation from "@inlay/core-http/Operation"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { maybe } from "../schema/maybe.ts"
import { MAX_PAGE_SIZE, type Page, type PageInput } from "../schema/Page.ts"
import { withQuery } from "./endpoint.ts"
import { providerError, sparseDecoder } from "./service.ts"

/** A whole list, read as it is consumed. */
export interface List<A> {
  readonly pages: Stream.Stream<Page<A>, ProviderError>
  readonly items: Stream.Stream<A, ProviderError>
}

/** The methods of a list. */
export interface Lists<I, A> {
  /** Reads one page. Defaults to the first. */
  readonly page: (input: I & PageInput) => Effect.Effect<Page<A>, ProviderError>
  /** Reads all pages, starting at the given one. */
  readonly list: (input: I & PageInput) => List<A>
}

/** A list that cannot be read to its end is an error; it is never silently truncated. */
const noEnd = (operation: string) =>
  providerError(operation, {
    _tag: "Decode",
    what: "The answer links back to a page that was already read.",
    remedy: { to: "ask", whom: "support" }
  })

/** @param key the response field that contains the items. The service omits it if there are none */
export const lists = <F extends Schema.Struct.Fields, I extends object, A>(
  call: Client["call"],
  operation: Operation.Operation<F, Page<A>>,
  options: {
    readonly item: Schema.Codec<A, unknown>
    readonly key: string
    readonly endpoint: (input: I) => string
    readonly query?: (input: I) => Readonly<Record<string, string | number | boolean | undefined>>
  }
): Lists<I, A> => {
  const items = Schema.Array(options.item)
  const fields = { [options.key]: maybe(items), nextPageToken: maybe(Schema.String) }
  const read = sparseDecoder(operation.name, Schema.Struct(fields), Object.keys(fields))
  const request = Effect.fnUntraced(function* (input: I & PageInput) {
    const { pageSize, pageToken } = input
    const answer = yield* call({
      operation: operation.name,
      method: "GET",
      endpoint: withQuery(options.endpoint(input), { ...options.query?.(input), pageSize, pageToken })
    })
    const body = yield* read(answer)
    const page: Page<A> = {
      items: (body[options.key] as ReadonlyArray<A> | null | undefined) ?? [],
      ...(typeof body.nextPageToken === "string" &&
        body.nextPageToken !== "" && { next: { pageToken: body.nextPageToken } })
    }
    return page
  })
  // The interface of each resource declares that the operation's input is `I` plus a page, which TypeScript cannot
  // infer here.
  const page = Operation.method(operation, (input) => request(input as unknown as I & PageInput)) as unknown as Lists<
    I,
    A
  >["page"]
  return {
    page,
    list: (input) => {
      const pages = Stream.suspend(() => {
        const visited = new Set<string>()
        return Stream.paginate(input.pageToken, (pageToken) => {
          const query = {
            ...input,
            pageSize: input.pageSize ?? MAX_PAGE_SIZE,
            ...(pageToken !== undefined && { pageToken })
          }
          return Effect.flatMap(page(query), (one) => {
            const next = one.next?.pageToken
            if (next !== undefined && visited.has(next)) return Effect.fail(noEnd(operation.name))
            if (next !== undefined) visited.add(next)
            return Effect.succeed([[one], Option.fromUndefinedOr(next)] as const)
          })
        })
      })
      return { pages, items: Stream.flattenIterable(Stream.map(pages, (one) => one.items)) }
    }
  }
}
