import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { timed, paid, books, transports } from "../../tests/over-transports.ts"
import { KEY, clientOf, get, json, post, serve } from "../../tests/provider.ts"

for (const [name, test] of transports) {
  describe(`${name}: a repeat`, () => {
    test(
      "follows a throttle, even for a paid call, and is charged once",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) =>
          n === 1 ? json(response, {}, 429) : json(response, { ok: true })
        )
        const client = yield* clientOf(server.address, { quote: paid() })
        const answer = yield* client.call(post())
        assert.deepStrictEqual(answer.credits, { charged: 2, basis: "price" })
        assert.strictEqual(server.seen.length, 2)
        assert.strictEqual(server.seen[1]?.headers.authorization, `Bearer ${KEY}`)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 0 })
      })
    )

    test(
      "of a paid call uses the ledger row as its idempotency key; another purchase has another key, and a free call has none",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) => json(response, {}, n === 1 ? 429 : 200))
        const client = yield* clientOf(server.address, { quote: paid([]) })
        const keyOf = (n: number) => server.seen[n]?.headers["idempotency-key"]
        yield* client.call(post())
        assert.match(String(keyOf(0)), /^[0-9a-f-]{36}$/)
        assert.strictEqual(keyOf(1), keyOf(0))
        yield* client.call(post())
        assert.match(String(keyOf(2)), /^[0-9a-f-]{36}$/)
        assert.notStrictEqual(keyOf(2), keyOf(0))
        yield* (yield* clientOf(server.address)).call(post())
        assert.strictEqual(keyOf(3), undefined)
      })
    )

    test(
      "waits as long as the provider asks",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) =>
          n === 1 ? json(response, {}, 429, { "retry-after": "1" }) : json(response, {})
        )
        const { millis } = yield* timed((yield* clientOf(server.address)).call(get()))
        assert.isAtLeast(millis, 990)
      })
    )

    test(
      "fails at once if the provider asks for a longer wait than the time limit",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}, 429, { "retry-after": "60" }))
        const error = yield* Effect.flip((yield* clientOf(server.address)).call(get()))
        assert.deepStrictEqual(error.reason._tag === "RateLimited" && error.reason.retryAfterSeconds, 60)
        assert.deepStrictEqual(error.reason.remedy, { to: "retry", afterSeconds: 60 })
        assert.strictEqual(server.seen.length, 1)
      })
    )

    for (const [method, times] of [
      ["GET", 4],
      ["PUT", 1],
      ["DELETE", 1],
      ["POST", 1],
      ["PATCH", 1]
    ] as const) {
      test(
        `after a 5xx: a ${method} is sent ${times} times`,
        Effect.gen(function* () {
          const server = yield* serve((response) => json(response, {}, 503))
          const error = yield* Effect.flip((yield* clientOf(server.address)).call(get({ method })))
          assert.strictEqual(error.reason._tag, "Unavailable")
          assert.strictEqual(server.seen.length, times)
        })
      )
    }

    test(
      "of a POST that only reads is made, but never of a paid call",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}, 503))
        const free = yield* clientOf(server.address)
        yield* Effect.flip(free.call(post({ changes: false })))
        assert.strictEqual(server.seen.length, 4)
        const costly = yield* clientOf(server.address, { quote: paid() })
        const error = yield* Effect.flip(costly.call(get({ changes: false })))
        assert.strictEqual(error.charged, "unknown")
        assert.strictEqual(server.seen.length, 5)
      })
    )

    test(
      "after a lost response is made for a GET but not for a POST",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) => (n === 2 ? json(response, {}) : response.destroy()))
        const client = yield* clientOf(server.address)
        yield* client.call(get())
        assert.strictEqual(server.seen.length, 2)
        const error = yield* Effect.flip(client.call(post()))
        assert.isTrue(error.reason._tag === "Transport" && error.reason.sent)
        assert.strictEqual(server.seen.length, 3)
      })
    )

    test(
      "is not made if the provider rejected the request",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, { message: "no such field" }, 422))
        const error = yield* Effect.flip((yield* clientOf(server.address)).call(get()))
        assert.strictEqual(error.reason._tag, "Invalid")
        assert.include(error.message, "no such field")
        assert.strictEqual(server.seen.length, 1)
      })
    )
  })
}
