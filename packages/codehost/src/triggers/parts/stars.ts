/**
 * Reads the stars of a repository. The service lists them oldest first, so a poll continues at the last page that was
 * read. The service lists only the first 40,000 stars of a repository.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { Stargazer } from "../../wire/events/records.ts"
import { shown } from "./hidden-people.ts"
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

/** Whether the list goes on behind a page. Pages with hidden accounts are shorter than others. */
const isWithin = ({ items, hasNext }: Reading<Star>): boolean => items.length > 0 || hasNext

/** Finds the last page by binary search if it is not known; a list of 40,000 stars takes ten requests. */
const lastPage = Effect.fnUntraced(function* (operation: string, where: PolledRepository) {
  const isListed = (page: number) => Effect.map(pageOf(operation, where, page), isWithin)
  let [low, high] = [1, 2]
  while (high < MAX_PAGE && (yield* isListed(high))) [low, high] = [high, Math.min(MAX_PAGE, high * 2)]
  if (high === MAX_PAGE && (yield* isListed(high))) return high
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (yield* isListed(middle)) low = middle
    else high = middle
  }
  return low
})

/** Reads stars starting with the page before the given one, because removed stars move later ones up. */
const readStars = (
  operation: string,
  where: PolledRepository,
  knownPage: number | undefined
): Effect.Effect<Stars, ProviderError, CodeHost> =>
  Effect.gen(function* () {
    let page = knownPage ?? (yield* lastPage(operation, where))
    let read = yield* pageOf(operation, where, page)
    if (!isWithin(read) && page > 1) {
      page = yield* lastPage(operation, where)
      read = yield* pageOf(operation, where, page)
    }
    const items = [...read.items]
    if (page > 1) items.unshift(...(yield* pageOf(operation, where, page - 1)).items)
    // A page does not change when the next one begins, so its cached `link` header may be outdated.
    while (isWithin(read) && page < MAX_PAGE) {
      const next = yield* pageOf(operation, where, page + 1)
      if (!isWithin(next)) break
      read = next
      page += 1
      items.push(...read.items)
    }
    // The service lists no more, so new stars on further pages are out of sight.
    const isCut = page === MAX_PAGE && (read.items.length === PER_PAGE || read.hasNext)
    return { ...read, items, page, ...(isCut && { isCut }) }
  })

/** Reads the newest stars, from the page at which the previous poll ended. Fails if the service hides them. */
export const starsFrom = (operation: string, where: PolledRepository, knownPage: number | undefined) =>
  shown(operation, where, "stargazers_count", readStars(operation, where, knownPage))
