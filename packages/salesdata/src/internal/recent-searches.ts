/**
 * The last searches of a client, for those who page through one answer: a search is not cached, but what was paid for and
 * did not fit into one answer is not paid for twice.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import type { PeopleCriteria } from "../client/People.ts"
import type { SalesDataClient } from "../client/SalesData.ts"
import type { Search } from "../schema/Search.ts"

const KEEP_MILLIS = 15 * 60_000
const MOST = 5

interface Kept {
  readonly search: Search
  readonly atMillis: number
}

const searches = new WeakMap<SalesDataClient, Map<string, Kept>>()

const keyOf = (criteria: PeopleCriteria): string =>
  JSON.stringify(Object.entries(criteria).sort(([a], [b]) => (a < b ? -1 : 1)))

/** @param isContinued whether an answer of the last minutes will do */
export const recentSearch = Effect.fnUntraced(function* (
  client: SalesDataClient,
  criteria: PeopleCriteria,
  isContinued: boolean
): Effect.fn.Return<Search, ProviderError> {
  const kept = searches.get(client) ?? new Map<string, Kept>()
  searches.set(client, kept)
  const key = keyOf(criteria)
  const now = yield* Clock.currentTimeMillis
  const before = kept.get(key)
  if (isContinued && before !== undefined && now - before.atMillis < KEEP_MILLIS) {
    return { ...before.search, credits: { charged: 0, basis: "cache" } }
  }
  const search = yield* client.people.search(criteria)
  kept.delete(key)
  kept.set(key, { search, atMillis: now })
  for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST))) kept.delete(oldest)
  return search
})
