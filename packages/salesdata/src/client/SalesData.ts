/**
 * The client of one sales data account: enrichment, search, and any other call to the provider. Everything that costs
 * goes through the spending path of core-http.
 */
import * as Budget from "@inlay/core-http/Budget"
import * as HttpClient from "@inlay/core-http/Client"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { failureOf } from "../internal/errors.ts"
import { wordsOf } from "../internal/no-match.ts"
import * as Companies from "./Companies.ts"
import * as People from "./People.ts"
import type { Settings } from "./settings.ts"
import { CHECK_LOOKUP, NOWHERE, tariff } from "./tariff.ts"

/** The client of one account. */
export interface SalesDataClient {
  readonly people: People.People
  readonly companies: Companies.Companies
  /** Any request below the base address, the paid paths included. */
  readonly call: (request: HttpClient.CallRequest) => Effect.Effect<Answer, ProviderError>
  /** Asks for somebody who cannot exist: free, and fails where the key or the address is wrong. */
  readonly check: (request: Record<never, never>) => Effect.Effect<void, ProviderError>
  /** The provider's rate limit as its last answer told it. */
  readonly rateLimit: HttpClient.Client["rateLimit"]
}

/** The client as a service, for tool steps. */
export class SalesData extends Context.Service<SalesData, SalesDataClient>()("@inlay/salesdata/SalesData") {}

const checkCall = (endpoint: string) => ({ operation: "check", method: "POST" as const, endpoint, body: CHECK_LOOKUP })

/** A bare "not found" may be about nobody or about the path: then a path that cannot exist is asked as well. */
const check = Effect.fnUntraced(function* (http: HttpClient.Client) {
  const { status, body } = yield* http.call(checkCall("/enrich/person"))
  if (status !== 404 || !/^\W*(not[ _-]?found)?\W*$/i.test(wordsOf(body))) return
  const nowhere = yield* Effect.result(http.call(checkCall(NOWHERE)))
  if (nowhere._tag === "Failure" && nowhere.failure.reason._tag === "NotFound") {
    return yield* new ProviderError({
      provider: "salesdata",
      operation: "check",
      reason: {
        _tag: "NotFound",
        what: 'The provider answers "not found" to the lookup just as to a path that cannot exist.',
        fix: "Check the account's base address, its path prefix included; save anyway if it is right."
      }
    })
  }
})

/** A client over the transport and spending path at hand; make one for each account. */
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
    companies: Companies.make(http, settings),
    call: http.call,
    check: () => check(http),
    rateLimit: http.rateLimit
  }
  return client
})
