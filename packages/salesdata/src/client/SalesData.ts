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

import { checkCall, NOWHERE } from "../internal/check-call.ts"
import { failureOf } from "../internal/errors.ts"
import { speech, wordsOf } from "../internal/words.ts"
import * as Companies from "./Companies.ts"
import { makeMisses } from "./misses.ts"
import * as People from "./People.ts"
import type { Settings } from "./settings.ts"
import { tariff } from "./tariff.ts"

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

/** What an answer says, without what differs from one request to the next: its path, numbers, ids and times. */
const gist = ({ status, body }: Pick<Answer, "status" | "body">, endpoint: string): string =>
  `${status} ${JSON.stringify(body)
    ?.replaceAll(JSON.stringify(endpoint.slice(1)).slice(1, -1), "")
    .replace(/[0-9a-f-]*\d[0-9a-f.:TZ-]*/gi, "")}`

const PERSON = "/enrich/person"

/**
 * Asks for nobody, and, unless the answer names whom it did not find, the same of a path that cannot exist: a server that
 * answers both alike, by whatever status or words, has not looked for anybody.
 */
const check = Effect.fnUntraced(function* (http: HttpClient.Client) {
  const nobody = yield* http.call(checkCall(PERSON))
  // Only who has looked for somebody says whom it did not find.
  if (speech(wordsOf(nobody.body)).nobodyNamed) return
  const nowhere = yield* Effect.result(http.call(checkCall(NOWHERE)))
  if (nowhere._tag === "Failure") {
    // A page that is no JSON, or a redirect, is what no lookup is answered with.
    if (nowhere.failure.reason._tag === "Decode" || nowhere.failure.reason._tag === "Refused") return
    return yield* nowhere.failure
  }
  if (gist(nobody, PERSON) === gist(nowhere.success, NOWHERE)) {
    return yield* new ProviderError({
      provider: "salesdata",
      operation: "check",
      reason: {
        _tag: "NotFound",
        what: "The provider answers the lookup just as it answers a path that cannot exist.",
        fix: "Check the account's base address, its path prefix included; save anyway if it is right."
      }
    })
  }
})

/** Of any answer but a search's: what is bought is kept, and nobody's record is longer. */
const MAX_RECORD_BYTES = 4 * 1024 * 1024

/** A client over the transport and spending path at hand; make one for each account. */
export const make = Effect.fnUntraced(function* (settings: Settings) {
  const http = yield* HttpClient.make({
    provider: "salesdata",
    baseAddress: settings.baseAddress,
    pathStyle: "leading-slash",
    credential: settings.credential,
    maxBodyBytes: MAX_RECORD_BYTES,
    budget: Budget.make({ concurrency: settings.concurrency }),
    failureOf,
    quote: tariff(settings)
  })
  const misses = makeMisses()
  const client: SalesDataClient = {
    people: People.make(http, settings, misses),
    companies: Companies.make(http, settings, misses),
    call: http.call,
    check: () => check(http),
    rateLimit: http.rateLimit
  }
  return client
})
