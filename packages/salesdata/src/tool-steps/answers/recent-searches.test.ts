import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { expect, it } from "vitest"

import type { SalesDataClient } from "../../client/SalesData.ts"
import { recentSearch } from "./recent-searches.ts"

const MINUTE = 60_000

it("a search is continued for 15 minutes, also if the clock was set back meanwhile", () => {
  const search = () => Effect.succeed({ people: [], total: 0, credits: { charged: 1, basis: "price" } })
  const client = { people: { search } } as unknown as SalesDataClient
  const charged = Effect.map(recentSearch(client, { company: "Acme" }, true), ({ credits }) => credits.charged)
  return Effect.runPromise(
    Effect.gen(function* () {
      yield* TestClock.setTime(1_000 * MINUTE)
      expect([yield* charged, yield* charged]).toEqual([1, 0])
      yield* TestClock.setTime(990 * MINUTE)
      expect(yield* charged).toBe(0)
      yield* TestClock.setTime(10 * MINUTE)
      expect(yield* charged).toBe(1)
    }).pipe(Effect.provide(TestClock.layer()))
  )
})
