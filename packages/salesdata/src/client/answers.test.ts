/**
 * What each provider response becomes, through the real client and a stand-in server, including what the ledger records
 * and the cache keeps.
 */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

import * as BaseAddress from "@inlay/core-http/BaseAddress"
import * as Credential from "@inlay/core-http/Credential"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { ProviderError, toJson } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { usual, type Case } from "../../tests/answers/case.ts"
import { companies } from "../../tests/answers/companies.ts"
import { refusals, throttles, unknownCharges } from "../../tests/answers/failures.ts"
import { nothingFound, peopleMissed } from "../../tests/answers/nobody.ts"
import { peopleFound } from "../../tests/answers/people.ts"
import { searches } from "../../tests/answers/searches.ts"
import { make } from "./SalesData.ts"
import { defaults } from "./settings.ts"

const all: ReadonlyArray<Case> = [
  ...peopleFound,
  ...peopleMissed,
  ...nothingFound,
  ...throttles,
  ...refusals,
  ...unknownCharges,
  ...companies,
  ...searches
]

let server: Server
let origin = ""
/** Number of requests to each case, by its index. */
const requests = new Map<number, number>()
/** Responses for tests outside the table. */
const answers = new Map<number, unknown>()

beforeAll(async () => {
  server = createServer((req, res) => {
    req.resume()
    const number = Number(/^\/(\d+)\//.exec(req.url ?? "")?.[1])
    const one = all[number] ?? { status: 200, body: answers.get(number), becomes: "Decode", headers: {} }
    requests.set(number, (requests.get(number) ?? 0) + 1)
    const isText = typeof one.body === "string"
    // The retry delay is longer than any call waits, so a throttled test fails at once.
    const wait = one.becomes === "RateLimited" ? { "retry-after": "600" } : {}
    res.writeHead(one.status, {
      ...(isText ? {} : { "content-type": "application/json" }),
      ...wait,
      ...one.headers
    })
    res.end(one.status === 204 ? undefined : isText ? one.body : JSON.stringify(one.body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const PRICES = { person: 2, company: 1, search: 3 }

const world = () =>
  ManagedRuntime.make(
    Spend.layer("run").pipe(
      Layer.provideMerge(Layer.mergeAll(Ledger.layerMemory, LookupCache.layerMemory)),
      Layer.merge(Node.layer)
    )
  )

/** Uses a new client for each call, because a throttle pauses a client. The ledger and cache are shared. */
const ask = (one: Case, number: number, caps = {}) =>
  Effect.gen(function* () {
    const client = yield* make({
      ...defaults,
      baseAddress: Result.getOrThrow(BaseAddress.parse(`${origin}/${number}`)),
      credential: Credential.bearer(Redacted.make("the-account-key")),
      scope: "test",
      profileSites: ["linkedin.com"],
      prices: PRICES,
      caps
    })
    const input: Readonly<Record<string, string>> = one.ask ?? usual[one.kind]
    if (one.kind === "person") return yield* client.people.enrich(input)
    return one.kind === "company" ? yield* client.companies.enrich(input) : yield* client.people.search(input)
  })

const mayBeCharged = (becomes: Case["becomes"]) => becomes === "Decode" || becomes === "Unavailable"

it("covers more than 300 responses", () => expect(all.length).toBeGreaterThan(300))

describe.each(all.map((one, i) => [`${one.kind}, ${one.status}: ${one.what} -> ${one.becomes}`, one, i] as const))(
  "%s",
  (_, one, number) => {
    it("is charged as its meaning says, and only an answer is cached", async () => {
      const runtime = world()
      const run = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof Node.layer> | Spend | Ledger.Ledger>) =>
        runtime.runPromise(effect)
      const first = await run(Effect.result(ask(one, number)))
      const { spent, unknowns } = await run(
        Effect.gen(function* () {
          const ledger = yield* Ledger.Ledger
          const nowMillis = Date.now()
          return {
            spent: (yield* ledger.spent({ scope: "test", purse: "" }, { nowMillis, run: "run" })).day,
            unknowns: (yield* ledger.unknowns({ scope: "test", purse: "" }, nowMillis)).length
          }
        })
      )
      const price = PRICES[one.kind]
      if (first._tag === "Failure") {
        const error = first.failure
        expect(error).toBeInstanceOf(ProviderError)
        expect([one.becomes, error.message]).toEqual([error.reason._tag, expect.stringMatching(/[.”]$/)])
        expect(error).toMatchObject(one.holds ?? {})
        expect([spent, unknowns, error.charged]).toEqual(
          mayBeCharged(one.becomes) ? [price, 1, "unknown"] : [0, 0, undefined]
        )
        // The error contains the response that may have been paid for.
        const hasBody =
          mayBeCharged(one.becomes) && one.body !== "" && !(one.status >= 500 && typeof one.body === "string")
        if (hasBody) expect(error.raw).toEqual(one.body)
      } else {
        const isMatch = "people" in first.success ? first.success.people.length > 0 : first.success.match
        expect(isMatch ? "match" : "no match").toBe(one.becomes)
        expect(first.success).toMatchObject(one.holds ?? {})
        expect("next" in first.success).toBe("next" in (one.holds ?? {}))
        const isFree = !isMatch && (one.kind !== "search" || one.status === 404 || one.status === 204)
        expect([spent, unknowns, first.success.credits.charged]).toEqual(isFree ? [0, 0, 0] : [price, 0, price])
      }

      // Ask again: a cached answer is returned, an unknown charge is refused, and a free answer is requested again.
      const again = await run(Effect.result(ask(one, number)))
      const attempts = requests.get(number)
      if (mayBeCharged(one.becomes)) {
        expect([attempts, again._tag === "Failure" && again.failure.reason]).toMatchObject([
          1,
          { guard: "unknownCharge" }
        ])
      } else if (one.kind !== "search" && (one.becomes === "match" || one.becomes === "no match")) {
        expect([attempts, again]).toMatchObject([
          1,
          { success: { fromCache: true, match: one.becomes === "match", credits: { charged: 0, basis: "cache" } } }
        ])
      } else expect(attempts).toBe(2)
      await runtime.dispose()
    })
  }
)

describe("a day cap of 3 credits", () => {
  it("is never exceeded if the provider's responses are not understood", async () => {
    const runtime = world()
    let requestCount = 0
    const reasons: Array<string> = []
    for (const [i, one] of all.entries()) {
      if (one.kind !== "person" || !mayBeCharged(one.becomes)) continue
      const before = requests.get(i) ?? 0
      const slug = { ...one, ask: { profilenet_slug: `somebody-${i}` } }
      const outcome = await runtime.runPromise(Effect.result(ask(slug, i, { day: 3 })))
      requestCount += (requests.get(i) ?? 0) - before
      if (outcome._tag === "Failure") reasons.push(outcome.failure.reason._tag)
    }
    // One lookup may cost 2 credits, so a second one could exceed the cap.
    expect(requestCount).toBe(1)
    expect(reasons.slice(1).every((reason) => reason === "Refused")).toBe(true)
    expect(reasons.length).toBeGreaterThan(30)
    await runtime.dispose()
  })
})

it("returns a possibly paid response without the account's key, shortened in an error's JSON", async () => {
  const secret = "the-account-key"
  const odd = { note: `sent with ${secret}`, blob: "x".repeat(40_000) }
  const number = all.length
  requests.set(number, 0)
  answers.set(number, odd)
  const runtime = world()
  const one: Case = { kind: "person", what: "", status: 200, body: odd, becomes: "Decode" }
  const outcome = await runtime.runPromise(Effect.result(ask(one, number)))
  const error = outcome._tag === "Failure" ? outcome.failure : undefined
  expect(error).toMatchObject({ charged: "unknown", raw: { blob: odd.blob } })
  expect(JSON.stringify(error?.raw)).not.toContain(secret)
  const json = JSON.stringify(toJson(error!))
  expect(Buffer.byteLength(json)).toBeLessThan(16_384)
  expect(json).toMatch(/the first 14000 bytes/)
  await runtime.dispose()
})
