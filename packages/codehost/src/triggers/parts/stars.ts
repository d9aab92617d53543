/**
 * Reads the stars of a repository. The service lists them oldest first, so a poll continues at the last page that was
 * read. The service lists only the first 40,000 stars of a repository.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { Stargazer } from "../../wire/events/repositories.ts"
import { readList, type Reading } from "./lists.ts"
import type { PolledRepository } from "./targets.ts"

/** Media type that includes the time of each star. https://docs.github.com/en/rest/activity/starring */
const WITH_TIMES = "application/vnd.github.star+json"

const PER_PAGE = 100
const MAX_PAGE = 400

type Star = typeof Stargazer.Type

export interface Stars extends Reading<Star> {
  /** The page at which the next poll starts. */
  readonly page: number
}

const pageOf = (operation: string, where: PolledRepository, page: number) =>
  readList({
    operation,
    endpoint: inRepository(where, `/stargazers?per_page=${PER_PAGE}&page=${page}`),
    item: Stargazer,
    accept: WITH_TIMES,
    maxPages: 1
  })

/** Finds the last page by binary search if it is not known; a list of 40,000 stars takes ten requests. */
const lastPage = Effect.fnUntraced(function* (operation: string, where: PolledRepository) {
  if ((yield* pageOf(operation, where, 1)).items.length < PER_PAGE) return 1
  let [low, high] = [1, 2]
  const isFull = (page: number) => Effect.map(pageOf(operation, where, page), ({ items }) => items.length === PER_PAGE)
  while (high < MAX_PAGE && (yield* isFull(high))) [low, high] = [high, Math.min(MAX_PAGE, high * 2)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (yield* isFull(middle)) low = middle
    else high = middle
  }
  return high
})

/** Reads stars starting with the page before the given one, because removed stars move later ones up. */
export const starsFrom = (
  operation: string,
  where: PolledRepository,
  knownPage: number | undefined
): Effect.Effect<Stars, ProviderError, CodeHost> =>
  Effect.gen(function* () {
    let page = knownPage ?? (yield* lastPage(operation, where))
    let read = yield* pageOf(operation, where, page)
    while (read.items.length === 0 && page > 1) {
      page -= 1
      read = yield* pageOf(operation, where, page)
    }
    const items = [...read.items]
    if (page > 1) items.unshift(...(yield* pageOf(operation, where, page - 1)).items)
    // A full page does not change when the next one begins, so its cached `link` header may be outdated.
    while (read.items.length === PER_PAGE && page < MAX_PAGE) {
      read = yield* pageOf(operation, where, page + 1)
      if (read.items.length === 0) break
      page += 1
      items.push(...read.items)
    }
    // The service lists no more, so new stars on further pages are out of sight.
    const isCut = page === MAX_PAGE && read.items.length === PER_PAGE
    return { ...read, items, page, ...(isCut && { isCut }) }
  })
