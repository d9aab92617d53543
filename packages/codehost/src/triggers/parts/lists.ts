/** Lists that are polled: read page by page by stable addresses, so what did not change costs nothing (ETag). */
import * as SharedReads from "@inlay/agent-plugin/SharedReads"
import * as Paging from "@inlay/core-http/Paging"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { CodeHost } from "../../client/CodeHost.ts"
import { decoder } from "../../wire/decoder.ts"
import { noEnd } from "../../wire/pages.ts"

/** A record as it is read, and as the service wrote it. */
export interface Listed<A> {
  readonly value: A
  readonly raw: unknown
}

export interface ListRequest<A> {
  readonly operation: string
  /** With `per_page`, so that polls of one list share an address. */
  readonly endpoint: string
  readonly item: Schema.Codec<A, unknown>
  /** The field of the answer that holds the items. */
  readonly key?: string
  readonly accept?: string
  /** Whether the rest, which is older, need not be read. */
  readonly isEnd?: (last: A) => boolean
  /** Pages read at most. */
  readonly maxPages?: number
}

export interface Reading<A> {
  readonly items: ReadonlyArray<Listed<A>>
  /** ISO 8601: the service's time. */
  readonly at: string
  /** The service asks not to be polled sooner: `x-poll-interval`. */
  readonly nextAfterSeconds?: number
}

const MAX_PAGES = 20

/** Asked for once by all triggers that are polled together. */
const read = Effect.fnUntraced(function* (operation: string, endpoint: string, accept?: string) {
  const { call } = yield* CodeHost
  const headers = accept === undefined ? {} : { headers: { accept } }
  return yield* SharedReads.once(`${endpoint} ${accept}`, call({ operation, method: "GET", endpoint, ...headers }))
})

/** What an answer says besides its body. */
const newsOf = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>) {
  const millis = Date.parse(headers["date"] ?? "")
  const now = Number.isNaN(millis) ? yield* Effect.clockWith((clock) => clock.currentTimeMillis) : millis
  const seconds = Number(headers["x-poll-interval"] ?? Number.NaN)
  return {
    at: new Date(Math.floor(now / 1000) * 1000).toISOString().replace(".000Z", "Z"),
    ...(Number.isFinite(seconds) && seconds > 0 && { nextAfterSeconds: seconds })
  }
})

/** Reads one record, with the service's time. */
export const readOne = <A>(operation: string, endpoint: string, schema: Schema.Codec<A, unknown>) => {
  const decode = decoder(operation, schema)
  return Effect.gen(function* () {
    const answer = yield* read(operation, endpoint)
    return { value: yield* decode(answer), raw: answer.body, ...(yield* newsOf(answer.headers)) }
  })
}

/** Nothing where what was listed is gone by now: it must not keep the rest from being told. */
export const ifThere = <A, R>(
  reading: Effect.Effect<A, ProviderError, R>
): Effect.Effect<A | undefined, ProviderError, R> =>
  reading.pipe(
    Effect.catch((error) => (error.reason._tag === "NotFound" ? Effect.succeed(undefined) : Effect.fail(error)))
  )

/** Reads a list until its end, or until what is older. */
export const readList = <A>({
  operation,
  endpoint,
  item,
  key,
  accept,
  isEnd = () => false,
  maxPages = MAX_PAGES
}: ListRequest<A>): Effect.Effect<Reading<A>, ProviderError, CodeHost> => {
  const bare = Schema.Array(item)
  const decode = decoder(operation, bare)
  const decodeKey =
    key === undefined ? undefined : decoder(operation, Schema.Struct({ [key]: Schema.Array(Schema.Unknown) }))
  return Effect.gen(function* () {
    const items: Array<Listed<A>> = []
    const visited = new Set<string>()
    let next: string | undefined = endpoint
    let news: Omit<Reading<A>, "items"> | undefined
    while (next !== undefined && visited.size < maxPages) {
      visited.add(next)
      const answer = yield* read(operation, next, accept)
      news ??= yield* newsOf(answer.headers)
      const body: unknown = decodeKey === undefined ? answer.body : (yield* decodeKey(answer))[key ?? ""]
      const values = yield* decode({ body })
      const raws = body as ReadonlyArray<unknown>
      items.push(...values.map((value, index) => ({ value, raw: raws[index] })))
      const last = values.at(-1)
      const query = Paging.linkNext(answer.headers)
      if (query === "unreadable") return yield* noEnd(operation, "names a next page in a way that cannot be read")
      next =
        query === undefined || last === undefined || isEnd(last)
          ? undefined
          : `${endpoint.split("?", 1)[0]}?${query.toString()}`
      if (next !== undefined && visited.has(next)) return yield* noEnd(operation, "leads back to a page that was read")
    }
    return { items, ...(news ?? { at: "" }) }
  })
}
