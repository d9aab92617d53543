/**
 * The client of one sales data account: enrichment, search, and any other call to the provider. Everything that costs
 * credits goes through core-http's spending checks.
 */
import * as HttpClient from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { allJudges } from "../wire/search-judge.ts"
import { check } from "./check.ts"
import type { Companies } from "./Companies.ts"
import { httpOptions } from "./http.ts"
import { makeLookups } from "./lookups.ts"
import { makeMisses } from "./misses.ts"
import * as People from "./People.ts"
import type { Settings } from "./settings.ts"

/** The client of one account. */
export interface SalesDataClient {
  readonly people: People.People
  readonly companies: Companies
  /** Sends any request below the base address, including to paid paths. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** Returns what such a request would cost and which limits would apply. Sends nothing. */
  readonly preview: HttpClient.Client["preview"]
  /** Looks up a person that cannot exist. Free. Fails if the key or the address is wrong. */
  readonly check: (request: Record<never, never>) => Effect.Effect<void, ProviderError>
  /** The provider's rate limit, from its last response. */
  readonly rateLimit: HttpClient.Client["rateLimit"]
}

/** The client as a service, for tool steps. */
export class SalesData
  extends /* @__PURE__ */ Context.Service<SalesData, SalesDataClient>()("@inlay/salesdata/SalesData") {}

/** Makes a client over the current transport and `Spend`. Make one per account. */
export const make = /* @__PURE__ */ Effect.fnUntraced(function* (settings: Settings) {
  const http = yield* HttpClient.make(httpOptions(settings, allJudges))
  const misses = makeMisses()
  const { person, company } = makeLookups(http, settings, misses)
  const client: SalesDataClient = {
    people: People.make(http, settings, person, misses),
    companies: { enrich: company.send, previewEnrich: company.preview },
    call: http.call,
    preview: http.preview,
    check: () => check(http),
    rateLimit: http.rateLimit
  }
  return client
})
