/** Sends a search, and turns its response into an outcome. */
import type { CallRequest, Client } from "@inlay/core-http/Client"
import type { FieldError, ProviderError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import type { Answer, Preview } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import type { PeopleCriteria } from "../schema/PeopleCriteria.ts"
import type { Search } from "../schema/Search.ts"
import type { Body } from "../wire/judges.ts"
import { OPERATIONS } from "../wire/paid-path.ts"
import { nextPage, pageNumber } from "../wire/reading/next-page.ts"
import { emptyPage } from "../wire/reading/search-page.ts"
import { judgeSearch } from "../wire/search-judge.ts"
import type { Misses } from "./misses.ts"
import { pageChains } from "./page-chain.ts"
import type { Settings } from "./settings.ts"

/** Size limit for a page of people. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

type Filters = Settings["filters"]

/** The name of a criterion's body field in the account's settings. */
const fieldOf = (criterion: string, { location, companySize }: Filters): string =>
  criterion === "location" ? location : criterion === "company_size" ? companySize : criterion

/** Reports fields of `extra` that repeat a criterion. The names depend on the account's settings. */
export const repeatedPage = (
  { extra, ...criteria }: Readonly<Record<string, unknown>>,
  filters: Filters
): ReadonlyArray<FieldError> => {
  if (typeof extra !== "object" || extra === null) return []
  const fields = new Set(
    Object.entries(criteria).flatMap(([name, value]) => (value === undefined ? [] : [fieldOf(name, filters)]))
  )
  return Object.keys(extra).flatMap((field) =>
    fields.has(field) ? [{ field: `extra.${field}`, message: "already has its own field" }] : []
  )
}

const bodyOf = ({ extra, ...criteria }: PeopleCriteria, filters: Filters): Body => ({
  ...Object.fromEntries(
    Object.entries(criteria).map(([criterion, text]) => [fieldOf(criterion, filters), text.trim()])
  ),
  ...extra
})

const requestOf = (body: Body): CallRequest => ({
  operation: OPERATIONS.search,
  method: "POST",
  endpoint: "/search/people",
  body,
  maxBodyBytes: MAX_PAGE_BYTES
})

/** Searches with an account's client. The criteria must be validated; a location is sent as it is. */
export const makeSearch = (http: Client, { filters }: Settings, misses: Misses) => {
  const following = pageChains()

  const outcomeOf = (criteria: PeopleCriteria, body: Body, answer: Answer): Search => {
    const judgment = judgeSearch(answer, body)
    const { unread, ...page } = judgment._tag === "Match" ? judgment.reading.value : emptyPage(answer.body)
    if (page.people.length > 0) misses.noticeOf(true, false)
    const notice = PurchaseNotice.of(answer)
    const rows = page.people.length + unread
    const { next: more, left_out: end } = following(body, { rows, number: pageNumber(answer.body) }, (firstPage) =>
      nextPage(answer.body, rows, firstPage)
    )
    const left_out = [
      ...(unread > 0 ? [`people: ${page.people.length} of ${rows}; all are in raw`] : []),
      ...(end === undefined ? [] : [end])
    ]
    return {
      ...page,
      ...(more !== undefined && { next: { ...criteria, extra: { ...criteria.extra, ...more } } }),
      ...(left_out.length > 0 && { left_out }),
      raw: answer.body,
      credits: answer.credits ?? { charged: "unknown", basis: "price" },
      ...(notice !== undefined && { notice })
    }
  }

  return {
    preview: (criteria: PeopleCriteria): Effect.Effect<Preview, ProviderError> =>
      http.preview(requestOf(bodyOf(criteria, filters))),
    send: (criteria: PeopleCriteria): Effect.Effect<Search, ProviderError> => {
      const body = bodyOf(criteria, filters)
      return Effect.map(http.call(requestOf(body)), (answer) => outcomeOf(criteria, body, answer))
    }
  }
}
