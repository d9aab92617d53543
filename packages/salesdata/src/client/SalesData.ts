/**
 * The client of one sales data account: enrichment, search, and any other call to the provider. Everything that costs
 * goes through the spending path of core-http.
 */
import * as HttpClient from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { allJudges } from "../wire/search-judge.ts"
import { check } from "./check.ts"
import * as Companies from "./Companies.ts"
import { httpOptions } from "./http.ts"
import { makeLookups } from "./lookups.ts"
import { makeMisses } from "./misses.ts"
import * as People from "./People.ts"
import type { Settings } from "./settings.ts"

/** The client of one account. */
export interface SalesDataClient {
  readonly people: People.People
  readonly companies: Companies.Companies
  /** Any request below the base address, the paid paths included. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** What such a request would cost and meet. Sends nothing. */
  readonly preview: HttpClient.Client["preview"]
  /** Asks for somebody who cannot exist: free, and fails where the key or the address is wrong. */
  readonly check: (request: Record<never, never>) => Effect.Effect<void, ProviderError>
  /** The provider's rate limit as its last answer told it. */
  readonly rateLimit: HttpClient.Client["rateLimit"]
}

/** The client as a service, for tool steps. */
export class SalesData extends Context.Service<SalesData, SalesDataClient>()("@inlay/salesdata/SalesData") {}

/** A client over the transport and spending path at hand; make one for each account. */
export const make = /* @__PURE__ */ Effect.fnUntraced(function* (settings: Settings) {
  const http = yield* HttpClient.make(httpOptions(settings, allJudges))
  const misses = makeMisses()
  const lookups = makeLookups(http, settings, misses)
  const client: SalesDataClient = {
    people: People.make(http, settings, lookups.person, misses),
    companies: Companies.make(lookups.company),
    call: http.call,
    preview: http.preview,
    check: () => check(http),
    rateLimit: http.rateLimit
  }
  return client
})
