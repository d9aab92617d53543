/**
 * Keeps a client's last searches, for callers that page through one result. Searches are not cached, but rows that were
 * paid for and did not fit in an answer are not paid for again.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { PeopleCriteria } from "../../client/People.ts"
import type { SalesDataClient } from "../../client/SalesData.ts"
import type { Search } from "../../schema/Search.ts"

const KEEP_MILLIS = 15 * 60_000
const MOST = 5

interface RecentSearch {
  readonly search: Search
  readonly atMillis: number
}

const searches = new WeakMap<SalesDataClient, Map<string, RecentSearch>>()

const keyOf = (criteria: PeopleCriteria): string =>
  JSON.stringify(Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1)))

/** @param isContinued whether a result from the last 15 minutes can be used */
export const recentSearch = Effect.fnUntraced(function* (
  client: SalesDataClient,
  criteria: PeopleCriteria,
  isContinued: boolean
): Effect.fn.Return<Search, ProviderError> {
  const recent = searches.get(client) ?? new Map<string, RecentSearch>()
  searches.set(client, recent)
  const key = keyOf(criteria)
  const now = yield* Clock.currentTimeMillis
  const earlier = recent.get(key)
  if (isContinued && earlier !== undefined && now - earlier.atMillis < KEEP_MILLIS) {
    return { ...earlier.search, credits: { charged: 0, basis: "cache" } }
  }
  const search = yield* client.people.search(criteria)
  recent.delete(key)
  recent.set(key, { search, atMillis: now })
  for (const oldest of [...recent.keys()].slice(0, Math.max(0, recent.size - MOST))) recent.delete(oldest)
  return search
})
