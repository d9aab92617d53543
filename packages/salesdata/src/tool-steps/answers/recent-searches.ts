/**
 * Keeps a client's last searches, for callers that page through one result. Searches are not cached, but rows that were
 * paid for and did not fit in an answer are not paid for again, as long as the program runs.
 */
import { Caller } from "@inlay/agent-plugin/Caller"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Preview } from "@inlay/core-http/Spend"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { PeopleCriteria } from "../../client/People.ts"
import { inOrder } from "../../client/pricing.ts"
import type { SalesDataClient } from "../../client/SalesData.ts"
import type { Search } from "../../schema/Search.ts"

const KEEP_MILLIS = 15 * 60_000
const MOST = 20

interface RecentSearch {
  readonly search: Search
  readonly atMillis: number
}

const searches = new WeakMap<SalesDataClient, Map<string, RecentSearch>>()

const keyOf = (criteria: PeopleCriteria): string => JSON.stringify(inOrder(criteria))

/** Whether the program can continue a search for free. The command line runs one step and ends. */
export const remembers = Effect.map(Caller, ({ via, run }) => via !== "cli" || run === "")

/** Returns the same search from the last 15 minutes, if there is one. */
const earlierSearch = (client: SalesDataClient, criteria: PeopleCriteria): Effect.Effect<RecentSearch | undefined> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const earlier = searches.get(client)?.get(keyOf(criteria))
    // The clock may have been set back.
    return earlier !== undefined && Math.abs(now - earlier.atMillis) < KEEP_MILLIS ? earlier : undefined
  })

/** @param isContinued whether a result from the last 15 minutes can be used */
export const recentSearch = Effect.fnUntraced(function* (
  client: SalesDataClient,
  criteria: PeopleCriteria,
  isContinued: boolean
): Effect.fn.Return<Search, ProviderError> {
  const earlier = isContinued ? yield* earlierSearch(client, criteria) : undefined
  if (earlier !== undefined) return { ...earlier.search, credits: { charged: 0, basis: "cache" } }
  const atMillis = yield* Clock.currentTimeMillis
  const search = yield* client.people.search(criteria)
  const recent = searches.get(client) ?? new Map<string, RecentSearch>()
  searches.set(client, recent)
  const key = keyOf(criteria)
  recent.delete(key)
  recent.set(key, { search, atMillis })
  for (const oldest of [...recent.keys()].slice(0, Math.max(0, recent.size - MOST))) recent.delete(oldest)
  return search
})

/** What `recentSearch` would cost and which limits would apply. Sends nothing. */
export const recentPreview = Effect.fnUntraced(function* (
  client: SalesDataClient,
  criteria: PeopleCriteria,
  isContinued: boolean
): Effect.fn.Return<Preview, ProviderError> {
  const preview = yield* client.people.previewSearch(criteria)
  const earlier = isContinued ? yield* earlierSearch(client, criteria) : undefined
  if (earlier === undefined) return preview
  const fetchedAt = new Date(earlier.atMillis).toISOString()
  return { ...preview, cached: { match: earlier.search.people.length > 0, fetchedAt }, refusal: undefined }
})
