/**
 * The client of one sales data account: enrichment, search, and any other call to the provider. Everything that costs
 * goes through the spending path of core-http.
 */
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { failureOf } from "../internal/errors.ts"
import * as Companies from "./Companies.ts"
import * as People from "./People.ts"
import type { Settings } from "./settings.ts"
import { CHECK_LOOKUP, tariff } from "./tariff.ts"

export interface SalesDataClient {
  readonly people: People.People
  readonly companies: Companies.Companies
  /** Any request below the base address, the paid paths included. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** Asks for somebody who cannot exist: free, and fails where the key or the address is wrong. */
  readonly check: (request: Record<never, never>) => Effect.Effect<void, ProviderError>
  readonly rateLimit: HttpClient.Client["rateLimit"]
}

export class SalesData extends Context.Service<SalesData, SalesDataClient>()("@inlay/salesdata/SalesData") {}

export const make = Effect.fnUntraced(function* (settings: Settings) {
  const http = yield* HttpClient.make({
    provider: "salesdata",
    baseAddress: settings.baseAddress,
    pathStyle: "leading-slash",
    credential: settings.credential,
    budget: Budget.make({ concurrency: settings.concurrency }),
    failureOf,
    quote: tariff(settings)
  })
  const client: SalesDataClient = {
    people: People.make(http, settings),
    companies: Companies.make(http),
    call: http.call,
    check: () =>
      Effect.asVoid(http.call({ operation: "check", method: "POST", endpoint: "/enrich/person", body: CHECK_LOOKUP })),
    rateLimit: http.rateLimit
  }
  return client
})
