// Rate limits over several hours, with a provider on the same mocked clock. Client.request-policy.test.ts covers what a
// real server can show.
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

import { clientOf, get, spending } from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import { Transport, TransportFailure } from "../transport/Transport.ts"
import * as Client from "./Client.ts"

const NOW = Date.UTC(2026, 2, 10, 12)
const HOUR = 3_600_000
const AT_ONCE = 10

/**
 * A provider that allows a number of requests per hour of its own clock, and reports it in its headers as the public
 * code host does. An answer takes from 20 ms to 2 s, so answers arrive out of order.
 */
const hourly = (limit: number, aheadMillis: number) => {
  const countByHour = new Map<number, number>()
  const seen = { arrived: countByHour, sent: 0, refused: 0, underWay: 0, most: 0 }
  const layer = Layer.succeed(Transport, {
    send: () =>
      Effect.gen(function* () {
        seen.most = Math.max(seen.most, ++seen.underWay)
        const takes = 20 + ((seen.sent++ * 7919) % 1980)
        yield* Effect.sleep(takes / 2)
        const now = (yield* Clock.currentTimeMillis) + aheadMillis
        const hour = Math.floor(now / HOUR)
        const count = (countByHour.get(hour) ?? 0) + 1
        countByHour.set(hour, count)
        const granted = count <= limit
        if (!granted) seen.refused++
        yield* Effect.sleep(takes / 2)
        seen.underWay--
        return {
          status: granted ? 200 : 403,
          headers: {
            date: new Date((yield* Clock.currentTimeMillis) + aheadMillis).toUTCString(),
            "x-ratelimit-limit": String(limit),
            "x-ratelimit-remaining": String(Math.max(0, limit - count)),
            "x-ratelimit-used": String(Math.min(count, limit)),
            "x-ratelimit-reset": String(((hour + 1) * HOUR) / 1000),
            "x-ratelimit-resource": "core"
          },
          text: "{}"
        }
      })
  })
  return { seen, layer }
}

describe("a request that is lost", () => {
  const lost = (sent: boolean) =>
    Layer.succeed(Transport, {
      send: () => Effect.fail(new TransportFailure({ kind: "network", detail: "it broke", sent }))
    })

  it.effect.each<readonly [boolean, ReadonlyArray<string>]>([
    [true, ["Transport", "RateLimited"]],
    [false, ["Transport", "Transport"]]
  ])("counts against a known limit only if it was sent: %s", ([sent, reasons]) =>
    Effect.gen(function* () {
      const windows = () => [{ name: "perHour", limit: 1, endsAtMillis: HOUR }]
      const budget = Budget.make({ concurrency: 1, limits: () => ({ windows }) })
      const retry = { base: "1 second", cap: "1 second", times: 0 } as const
      const client = yield* clientOf("https://api.example", { budget, retry })
      const reason = Effect.map(Effect.flip(client.call(get({ method: "POST" }))), (error) => error.reason._tag)
      assert.deepStrictEqual<ReadonlyArray<string>>([yield* reason, yield* reason], reasons)
    }).pipe(Effect.provide([lost(sent), spending]))
  )
})

describe("a provider with an hourly request limit", () => {
  it.effect.each([
    ["2,000 calls, 500 an hour of a clock that is 7 minutes behind", 2_000, 500, -420_000],
    ["2,000 calls, 500 an hour of our clock", 2_000, 500, 0],
    ["2,000 calls, 500 an hour of a clock that is 23 minutes ahead", 2_000, 500, 1_380_000]
  ] as const)("%s: all calls succeed, and none is refused", ([, count, limit, aheadMillis]) => {
    const { seen, layer } = hourly(limit, aheadMillis)
    return Effect.gen(function* () {
      yield* TestClock.setTime(NOW + 17 * 60_000)
      const client = yield* clientOf("https://api.provider.example", {
        budget: Budget.make({ concurrency: AT_ONCE }),
        requestPolicy: () => ({}),
        retry: { base: "1 second", cap: "1 second", times: 0 }
      })
      const calls = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: count }, (_, n) => n),
          (n) => client.call(get({ endpoint: `/things/${n}` })),
          { concurrency: 200, discard: true }
        )
      )
      yield* TestClock.adjust("5 hours")
      yield* Fiber.join(calls)
      const hours = [...seen.arrived.values()]
      assert.strictEqual(seen.sent, count)
      assert.isAtMost(Math.max(...hours), limit)
      assert.strictEqual(seen.refused, 0)
      assert.strictEqual(seen.most, AT_ONCE)
      // The limit is not wasted either: the hours in between are used up.
      assert.isAtMost(hours.length, 5)
    }).pipe(Effect.provideService(Client.TimeLimit, Duration.hours(24)), Effect.provide(Layer.merge(layer, spending)))
  })
})
