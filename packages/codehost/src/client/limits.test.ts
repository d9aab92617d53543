// Checks over hours of mocked time that the service's limits are not exceeded. The service uses the same mocked clock.
import { assert, it } from "@effect/vitest"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import { TimeLimit, type CallRequest } from "@inlay/core-http/Client"
import * as Credential from "@inlay/core-http/Credential"
import { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"

import { make } from "./CodeHost.ts"

/** More calls than the limit of one hour; `pnpm test:full` makes 20,000. */
const CALLS = Number(process.env["INLAY_CALLS"] ?? 6_000)
const LIMITS = { core: { limit: 5_000, millis: 3_600_000 }, search: { limit: 30, millis: 60_000 } }

/**
 * Counts requests per window of the clock and reports the counts as the service does. A response takes up to a second.
 */
const service = () => {
  const windows = { core: new Map<number, number>(), search: new Map<number, number>() }
  const observation = { windows, sent: 0, underWay: 0, most: 0, writes: Array<readonly [start: number, end: number]>() }
  const layer = Layer.succeed(Transport, {
    send: ({ method, url }) =>
      Effect.gen(function* () {
        observation.most = Math.max(observation.most, ++observation.underWay)
        const start = yield* Clock.currentTimeMillis
        const takes = 20 + ((observation.sent++ * 7919) % 980)
        const resource = url.pathname.startsWith("/search/") ? "search" : "core"
        const { limit, millis } = LIMITS[resource]
        const window = Math.floor(start / millis)
        const used = (windows[resource].get(window) ?? 0) + 1
        windows[resource].set(window, used)
        yield* Effect.sleep(takes)
        observation.underWay--
        const end = yield* Clock.currentTimeMillis
        if (method !== "GET") observation.writes.push([start, end])
        return {
          status: used > limit ? 403 : 200,
          headers: {
            date: new Date(end).toUTCString(),
            "content-type": "application/json",
            "x-ratelimit-limit": String(limit),
            "x-ratelimit-remaining": String(Math.max(0, limit - used)),
            "x-ratelimit-reset": String(((window + 1) * millis) / 1000),
            "x-ratelimit-resource": resource
          },
          text: "{}"
        }
      })
  })
  return { observation, layer }
}

/** Mostly reads; every hundredth call is a write, every two hundredth a search. */
const requestOf = (n: number): CallRequest => {
  if (n % 200 === 1) return { operation: "test", method: "GET", endpoint: `/search/issues?q=${n}` }
  if (n % 100 === 0) return { operation: "test", method: "POST", endpoint: `/repos/acme/r${n}/issues`, body: { n } }
  return { operation: "test", method: "GET", endpoint: `/repos/acme/r${n}` }
}

it.effect(
  `${CALLS} calls: 5,000 an hour and 10 at once are never exceeded, writes and searches keep their distance`,
  () => {
    const { observation, layer } = service()
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 10, 12, 17))
      const client = yield* make({
        baseAddress: Result.getOrThrow(BaseAddress.parse("https://api.code.example")),
        credential: Credential.bearer(Redacted.make("a-token-of-usual-length-0123456789"))
      })
      const calls = yield* Effect.forkChild(
        Effect.forEach(
          Array.from({ length: CALLS }, (_, n) => requestOf(n)),
          client.call,
          { concurrency: 200, discard: true }
        )
      )
      yield* TestClock.adjust("6 hours")
      yield* Fiber.join(calls)
      assert.strictEqual(observation.sent, CALLS)
      assert.strictEqual(observation.most, 10)
      assert.isAtMost(Math.max(...observation.windows.core.values()), LIMITS.core.limit)
      assert.isAtMost(Math.max(...observation.windows.search.values()), LIMITS.search.limit)
      assert.strictEqual(observation.writes.length, CALLS / 100)
      const pauses = observation.writes.slice(1).map(([start], n) => start - (observation.writes[n]?.[1] ?? 0))
      assert.isAtLeast(Math.min(...pauses), 1_000)
    }).pipe(Effect.provideService(TimeLimit, Duration.hours(24)), Effect.provide(layer))
  }
)
