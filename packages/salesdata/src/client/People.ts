/** People: enrichment of one, and search for many. */
import type { Client } from "@inlay/core-http/Client"
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as PurchaseNotice from "@inlay/core-http/PurchaseNotice"
import * as Effect from "effect/Effect"

import * as identifiers from "../identifiers.ts"
import { judgePerson, judgeSearch, personKeys } from "../internal/answered.ts"
import { pageChains } from "../internal/page-chain.ts"
import type { Enrichment } from "../schema/Enrichment.ts"
import type { Person } from "../schema/Person.ts"
import { nobody, type Search } from "../schema/Search.ts"
import * as Lookup from "./lookup.ts"
import type { Misses } from "./misses.ts"
import { readRegion } from "./regions.ts"
import type { Settings } from "./settings.ts"

/** One or more; several together improve the match. */
export interface PersonLookup {
  /** Profile URL on the professional network. */
  readonly profilenet_url?: string
  readonly email?: string
  /** The last path segment of the profile URL. */
  readonly profilenet_slug?: string
}

/** One or more; combined with "and". */
export interface PeopleCriteria {
  readonly company?: string
  readonly position?: string
  readonly seniority?: string
  readonly department?: string
  /** An Australian state or a New Zealand region, by name or code. */
  readonly location?: string
  /** The provider's size band, such as `51-200`. */
  readonly company_size?: string
  /** Further body fields that this provider takes, such as a page number. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** People lookups. */
export interface People {
  /** The person whom the identifiers mean; no match is a value. Paid once. */
  readonly enrich: (lookup: PersonLookup) => Effect.Effect<Enrichment<Person>, ProviderError>
  /** People by criteria; never cached, and refused under a cap where the account has no price for it. */
  readonly search: (criteria: PeopleCriteria) => Effect.Effect<Search, ProviderError>
}

const OPERATION = "searchPeople"

/** Of a page of people. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024

const searchBody = ({ extra, ...criteria }: PeopleCriteria, filters: Settings["filters"]) => {
  const body: Record<string, unknown> = {}
  const wrong: Array<FieldError> = []
  for (const [field, value] of Object.entries(criteria)) {
    if (value === undefined) continue
    const text = value.trim()
    if (text === "") wrong.push({ field, message: "is empty" })
    else if (field === "location") {
      const region = readRegion(text)
      if (region.ok) body[filters.location] = region.value
      else wrong.push({ field, message: region.problem })
    } else body[field === "company_size" ? filters.companySize : field] = text
  }
  for (const [field, value] of Object.entries(extra ?? {})) {
    if (Object.hasOwn(body, field))
      wrong.push({ field: `extra.${field}`, message: "is already given by a field of its own" })
    else body[field] = value
  }
  if (wrong.length === 0 && Object.keys(body).length === 0) {
    wrong.push({
      field: "",
      message:
        "no criterion is given: give one or more of company, position, seniority, department, location, company_size"
    })
  }
  return wrong.length > 0 ? Effect.fail(invalid("salesdata", OPERATION, wrong)) : Effect.succeed(body)
}

export const make = (http: Client, settings: Settings, misses: Misses): People => {
  const lookup = Lookup.make(http, {
    kind: "person",
    operation: "enrichPerson",
    endpoint: "/enrich/person",
    normalisers: {
      profilenet_url: (text) => identifiers.profileUrl("person", text),
      email: identifiers.email,
      profilenet_slug: identifiers.slug
    },
    judge: judgePerson,
    keysOf: personKeys,
    misses,
    profileSites: settings.profileSites
  })
  const following = pageChains()
  return {
    enrich: (given) => lookup({ ...given }),
    search: Effect.fnUntraced(function* (criteria) {
      const body = yield* searchBody(criteria, settings.filters)
      const answer = yield* http.call({
        operation: OPERATION,
        method: "POST",
        endpoint: "/search/people",
        body,
        maxBodyBytes: MAX_PAGE_BYTES
      })
      const judgment = judgeSearch(answer, body)
      const { next, unread, ...page } = judgment._tag === "Match" ? judgment.reading.value : nobody(answer.body)
      if (page.people.length > 0) misses.noticeOf(true, false)
      const notice = PurchaseNotice.of(answer)
      const { next: more, left_out: end } = following(body, next)
      const left_out = [
        ...(unread > 0 ? [`people: ${page.people.length} of ${page.people.length + unread}; all are in raw`] : []),
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
    })
  }
}
