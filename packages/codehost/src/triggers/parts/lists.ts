/** Reads lists for polls, page by page and with stable addresses, so that unchanged pages cost nothing (ETag). */
import * as SharedReads from "@inlay/agent-plugin/SharedReads"
import * as Paging from "@inlay/core-http/Paging"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../../client/CodeHost.ts"
import { noEnd } from "../../wire/pages.ts"
import { withheld } from "../../wire/reasons/rights.ts"
import { decoder } from "../../wire/service.ts"

/** A decoded record together with the raw record of the service. */
export interface DecodedItem<A> {
  readonly value: A
  readonly raw: unknown
}

export interface ListRequest<A> {
  readonly operation: string
  /** Includes `per_page`, so that polls of the same list use the same address. */
  readonly endpoint: string
  readonly item: Schema.Codec<A, unknown>
  /** The field of the response that holds the items. */
  readonly key?: string
  readonly accept?: string
  /** Whether reading can stop after this item, because the rest is older. */
  readonly isEnd?: (last: A) => boolean
  /** How many pages are enough, even if the list goes on. */
  readonly maxPages?: number
}

export interface Reading<A> {
  readonly items: ReadonlyArray<DecodedItem<A>>
  /** The service's time of the response, ISO 8601. */
  readonly at: string
  /** Seconds that the service asks to wait before the next poll: `x-poll-interval`. */
  readonly nextAfterSeconds?: number
  /** Whether the list goes on after the last page that one poll reads of it. Absent if the pages read were enough. */
  readonly isCut?: true
  /** What the service left out of the list, and what would change that. */
  readonly notice?: string
  /** Whether the last response links to another page. */
  readonly hasNext: boolean
}

/** Pages of a list that is read back to the previous poll. */
const MAX_PAGES_BACK = 20
/**
 * Pages of a list that is read to its end, because it has no times: as many as the service has of a repository's stars.
 * A hub makes the pause after a poll longer the more it read.
 */
const MAX_PAGES = 400

/** Sends a request once for all triggers that are polled together. */
const read = Effect.fnUntraced(function* (operation: string, endpoint: string, accept?: string) {
  const { call } = yield* CodeHost
  const headers = accept === undefined ? {} : { headers: { accept } }
  return yield* SharedReads.once(`${endpoint} ${accept}`, call({ operation, method: "GET", endpoint, ...headers }))
})

/** Reads the service's time and the poll interval from the headers of a response. */
const newsOf = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>) {
  const millis = Date.parse(headers["date"] ?? "")
  const now = Number.isNaN(millis) ? yield* Effect.clockWith((clock) => clock.currentTimeMillis) : millis
  const seconds = Number(headers["x-poll-interval"] ?? Number.NaN)
  return {
    at: new Date(Math.floor(now / 1000) * 1000).toISOString().replace(".000Z", "Z"),
    ...(Number.isFinite(seconds) && seconds > 0 && { nextAfterSeconds: seconds })
  }
})

/** Reads one record, the service's time, and whether the lists in the record go on at another page. */
export const readOne = <A>(operation: string, endpoint: string, schema: Schema.Codec<A, unknown>) => {
  const decode = decoder(operation, schema)
  return Effect.gen(function* () {
    const answer = yield* read(operation, endpoint)
    const hasMore = Paging.linkNext(answer.headers) !== undefined
    return { value: yield* decode(answer), raw: answer.body, hasMore, ...(yield* newsOf(answer.headers)) }
  })
}

/**
 * Returns `undefined` if a listed record no longer exists, so that it does not prevent the other records from being
 * reported.
 */
export const ifThere = <A, R>(
  reading: Effect.Effect<A, ProviderError, R>
): Effect.Effect<A | undefined, ProviderError, R> =>
  reading.pipe(Effect.catchReason("ProviderError", "NotFound", () => Effect.undefined))

/** Reads a list to its end, or until `isEnd` holds for the last item of a page, and says if there was more to read. */
export const readList = <A>({
  operation,
  endpoint,
  item,
  key,
  accept,
  isEnd,
  maxPages
}: ListRequest<A>): Effect.Effect<Reading<A>, ProviderError, CodeHost> => {
  const bare = Schema.Array(item)
  const decode = decoder(operation, bare)
  const decodeKey =
    key === undefined ? undefined : decoder(operation, Schema.Struct({ [key]: Schema.Array(Schema.Unknown) }))
  return Effect.gen(function* () {
    const items: Array<DecodedItem<A>> = []
    const visited = new Set<string>()
    let next: string | undefined = endpoint
    let news: Pick<Reading<A>, "at" | "nextAfterSeconds"> | undefined
    let hasNext = false
    let notice: string | undefined
    const mostPages = maxPages ?? (isEnd === undefined ? MAX_PAGES : MAX_PAGES_BACK)
    while (next !== undefined && visited.size < mostPages) {
      visited.add(next)
      const answer = yield* read(operation, next, accept)
      news ??= yield* newsOf(answer.headers)
      const body: unknown = decodeKey === undefined ? answer.body : (yield* decodeKey(answer))[key ?? ""]
      const values = yield* decode({ body })
      const raws = body as ReadonlyArray<unknown>
      items.push(...values.map((value, index) => ({ value, raw: raws[index] })))
      const last = values.at(-1)
      const query = Paging.linkNext(answer.headers)
      if (query === "unreadable") return yield* noEnd(operation, "has a link to the next page that cannot be parsed")
      hasNext = query !== undefined
      notice ??= withheld(answer.headers)
      next =
        query === undefined || last === undefined || isEnd?.(last) === true
          ? undefined
          : `${endpoint.split("?", 1)[0]}?${query.toString()}`
      if (next !== undefined && visited.has(next))
        return yield* noEnd(operation, "links back to a page that was already read")
    }
    const isCut = maxPages === undefined && next !== undefined
    return { items, hasNext, ...(news ?? { at: "" }), ...(isCut && { isCut }), ...(notice !== undefined && { notice }) }
  })
}
