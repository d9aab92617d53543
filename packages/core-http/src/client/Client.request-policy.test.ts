import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Result from "effect/Result"

import { test } from "../../tests/over-transports.ts"
import { KEY, clientOf, get, hang, json, post, serve, until, within, type Handler } from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import { toJson, type Reason } from "../errors/ProviderError.ts"
import * as Client from "./Client.ts"

/**
 * Throttles as the public code host does:
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
const failureOf: Client.ClientOptions["failureOf"] = (answer) => {
  if (answer.status !== 403) return Client.reasonOfStatus(answer)
  const seconds = Budget.readRetryAfter(answer.headers, answer.receivedAtMillis) ?? 60
  return Client.rateLimited(seconds, answer.headers["x-ratelimit-remaining"] === "0" ? undefined : "account")
}

const requestPolicy: Client.ClientOptions["requestPolicy"] = ({ method }, path) => ({
  resource: path.startsWith("/search") ? "search" : "core",
  ...(method !== "GET" && { lane: "write" })
})

describe("the guard of an account", () => {
  const refusal: Reason = {
    _tag: "Refused",
    guard: "readOnly",
    what: "The account is read-only.",
    remedy: { to: "useAnotherAccount" }
  }

  test(
    "refuses before waiting for a place or a lane, and sends nothing",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const paths: Array<string> = []
      const budget = Budget.make({ concurrency: 1 })
      const client = yield* clientOf(server.address, {
        budget,
        requestPolicy,
        guard: ({ method }, path) => {
          paths.push(`${method} ${path}`)
          return method === "GET" ? undefined : refusal
        }
      })
      const others = [
        yield* Effect.forkChild(budget.withPlace(Effect.never)),
        yield* Effect.forkChild(budget.withLane("write", Effect.never))
      ]
      yield* Effect.sleep("5 millis")
      const { reason } = yield* Effect.flip(within(5_000)(client.call(post({ endpoint: "/a%62c/?x=1" }))))
      assert.deepStrictEqual(reason, refusal)
      yield* Effect.forEach(others, Fiber.interrupt)
      yield* client.call(get())
      assert.deepStrictEqual(paths, ["POST /abc", "GET /things"])
      assert.strictEqual(server.seen.length, 1)
    })
  )

  test(
    "is not consulted about requests that leave the base address or contain the key",
    Effect.gen(function* () {
      let calls = 0
      const client = yield* clientOf("http://127.0.0.1:9", { guard: () => void calls++ })
      for (const request of [get({ endpoint: "/../x" }), get({ endpoint: `/x?key=${KEY}` })]) {
        yield* Effect.flip(client.call(request))
      }
      assert.strictEqual(calls, 0)
    })
  )
})

describe("a text response", () => {
  const isText = (type: string) => type === "application/vnd.codehost.raw" || type === "text/plain" || type === ""
  const answering =
    (type: string | undefined, body: string, status = 200): Handler =>
    (response) =>
      response.writeHead(status, type === undefined ? {} : { "content-type": type }).end(body)

  for (const [type, body] of [
    ["Application/vnd.codehost.RAW; charset=utf-8", '{"not":"parsed"}\n'],
    ["text/plain", ""],
    ["text/plain", " \n"],
    [undefined, "no type at all"]
  ] as const) {
    test(
      `is given as it is: ${type}, ${JSON.stringify(body)}`,
      Effect.gen(function* () {
        const server = yield* serve(answering(type, body))
        const client = yield* clientOf(server.address, { isText })
        assert.strictEqual((yield* client.call(get())).body, body)
      })
    )
  }

  test(
    "does not contain the key, even if it failed",
    Effect.gen(function* () {
      const server = yield* serve((response, request, n) =>
        answering("text/plain", `your key ${KEY} is known`, n === 1 ? 200 : 422)(response, request, n)
      )
      const client = yield* clientOf(server.address, {
        isText,
        failureOf: (answer) => Client.reasonOfStatus(answer, String(answer.body))
      })
      assert.strictEqual((yield* client.call(get())).body, "your key <redacted> is known")
      assert.include((yield* Effect.flip(client.call(get()))).message, "your key <redacted> is known")
    })
  )

  test(
    "of more than a megabyte does not contain the key",
    Effect.gen(function* () {
      const long = "x".repeat(1_048_577)
      const server = yield* serve(answering("text/plain", `${long} ${KEY} is known`))
      const client = yield* clientOf(server.address, { isText })
      assert.strictEqual((yield* client.call(get())).body, `${long} <redacted> is known`)
    })
  )

  test(
    "of another type is parsed as JSON",
    Effect.gen(function* () {
      const server = yield* serve((response, _, n) =>
        n === 1 ? json(response, { a: 1 }) : response.writeHead(204).end()
      )
      const client = yield* clientOf(server.address, { isText: (type) => type === "text/plain" })
      assert.deepStrictEqual((yield* client.call(get())).body, { a: 1 })
      assert.isNull((yield* client.call(get())).body)
    })
  )
})

test(
  "a call may allow a larger or smaller response than its client",
  Effect.gen(function* () {
    const server = yield* serve((response) => json(response, "x".repeat(98)))
    const client = yield* clientOf(server.address, { maxBodyBytes: 99 })
    assert.include((yield* Effect.flip(client.call(get()))).message, "more than 99 bytes")
    assert.strictEqual((yield* client.call(get({ maxBodyBytes: 100 }))).body, "x".repeat(98))
    assert.include((yield* Effect.flip(client.call(get({ maxBodyBytes: 10 })))).message, "more than 10 bytes")
  })
)

describe("a throttle", () => {
  /** Throttles requests to `/search/...` or `/slow`, and answers all others. */
  const throttling =
    (headers: Record<string, string>): Handler =>
    (response, { url }) =>
      /search|slow/.test(url) ? json(response, {}, 403, headers) : json(response, {})
  const search = get({ endpoint: "/search/issues" })

  test(
    "of one resource holds only that resource, without another request",
    Effect.gen(function* () {
      const server = yield* serve(
        throttling({ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "50", "x-ratelimit-resource": "search" })
      )
      const client = yield* clientOf(server.address, { requestPolicy, failureOf })
      const first = yield* Effect.flip(client.call(search))
      assert.isTrue(first.reason._tag === "RateLimited" && first.reason.retryAfterSeconds === 60)
      for (let n = 0; n < 3; n++) {
        const { reason } = yield* Effect.flip(client.call(search))
        assert.isTrue(reason._tag === "RateLimited" && (reason.retryAfterSeconds ?? 0) > 55)
      }
      yield* client.call(get())
      assert.deepStrictEqual(
        server.seen.map(({ url }) => url),
        ["/search/issues", "/things"]
      )
      assert.strictEqual(client.rateLimit("search")?.remaining, 0)
      assert.isUndefined(client.rateLimit())
      assert.deepStrictEqual(Object.keys(client.rateLimits()), ["search"])
    })
  )

  test(
    "is the account's, whatever resource it names, if its client knows no resources",
    Effect.gen(function* () {
      const server = yield* serve((response) =>
        json(response, {}, 200, {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": "50",
          "x-ratelimit-resource": "search"
        })
      )
      const client = yield* clientOf(server.address)
      yield* client.call(get())
      assert.strictEqual((yield* Effect.flip(client.call(get()))).reason._tag, "RateLimited")
      assert.strictEqual(server.seen.length, 1)
    })
  )

  test(
    "of the account holds everything, and is reported only to the client",
    Effect.gen(function* () {
      const server = yield* serve(throttling({ "retry-after": "40" }))
      const client = yield* clientOf(server.address, { requestPolicy, failureOf })
      const first = yield* Effect.flip(client.call(search))
      assert.notInclude(JSON.stringify(toJson(first)), "account")
      for (const request of [search, get(), post()]) {
        const { reason } = yield* Effect.flip(client.call(request))
        assert.isTrue(reason._tag === "RateLimited" && (reason.retryAfterSeconds ?? 0) > 35)
      }
      assert.strictEqual(server.seen.length, 1)
    })
  )

  test(
    "without a request policy applies to the account; calls that can wait are served afterwards, and others fail at once",
    Effect.gen(function* () {
      const server = yield* serve((response, { url }, n) =>
        url === "/slow" && n === 1 ? json(response, {}, 429, { "retry-after": "1" }) : json(response, {})
      )
      const client = yield* clientOf(server.address)
      const began = Date.now()
      const slow = yield* Effect.forkChild(client.call(get({ endpoint: "/slow" })))
      yield* until(() => server.seen.length === 1)
      yield* Effect.sleep("20 millis")
      const hasty = yield* Effect.flip(within(500)(client.call(get())))
      assert.isTrue(hasty.reason._tag === "RateLimited")
      assert.strictEqual(server.seen.length, 1)
      yield* client.call(get())
      yield* Fiber.join(slow)
      assert.isAtLeast(Date.now() - began, 990)
      assert.strictEqual(server.seen.length, 3)
    })
  )

  test(
    "without a time holds nothing",
    Effect.gen(function* () {
      const server = yield* serve((response, _, n) => json(response, {}, n === 1 ? 429 : 200))
      const client = yield* clientOf(server.address, { retry: { base: 1, cap: 1, times: 0 } })
      yield* Effect.flip(client.call(get()))
      yield* client.call(get())
      assert.strictEqual(server.seen.length, 2)
    })
  )
})

describe("a lane", () => {
  const PAUSE = 60

  /** Records when each write began and ended, as the server saw it. The answers take some time. */
  const noting = (answer: (n: number) => { readonly status: number; readonly afterMillis: number }) => {
    const spans: Array<{ readonly url: string; readonly began: number; ended: number }> = []
    const handler: Handler = (response, { url, method }, n) => {
      const { status, afterMillis } = answer(n)
      if (method === "GET") return void json(response, {})
      const span = { url, began: performance.now(), ended: Number.POSITIVE_INFINITY }
      spans.push(span)
      setTimeout(() => {
        span.ended = performance.now()
        json(response, {}, status)
      }, afterMillis)
    }
    const gaps = () => spans.slice(1).map(({ began }, n) => began - (spans[n]?.ended ?? 0))
    return { spans, handler, gaps }
  }
  const lanes = { write: { pauseMillis: PAUSE } }

  test(
    "sends one write at a time with a pause between them, including repeats",
    Effect.gen(function* () {
      // Every third request is throttled, and repeated at once as far as the retry policy allows.
      const { spans, handler, gaps } = noting((n) => ({
        status: n % 3 === 0 ? 429 : 200,
        afterMillis: 5 + (n % 4) * 10
      }))
      const server = yield* serve(handler)
      const client = yield* clientOf(server.address, { requestPolicy, budget: Budget.make({ concurrency: 10, lanes }) })
      const writes = Array.from({ length: 8 }, (_, n) => client.call(post({ method: "PUT", endpoint: `/w/${n}` })))
      yield* Effect.all(writes, { concurrency: "unbounded" })
      assert.isAbove(spans.length, 8)
      for (const gap of gaps()) assert.isAtLeast(gap, PAUSE - 5)
    })
  )

  test(
    "is kept for as long as the call may take, and for its end to be recorded",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const own = Budget.make({ concurrency: 1, lanes })
      const ends: Array<number | undefined> = []
      const budget: Budget.Budget = {
        ...own,
        withLane: (lane, effect, untilMillis) => {
          ends.push(untilMillis)
          return own.withLane(lane, effect, untilMillis)
        }
      }
      const client = yield* clientOf(server.address, { requestPolicy, budget })
      const began = Date.now()
      yield* within(300_000)(client.call(post()))
      assert.strictEqual(ends.length, 1)
      assert.isAtLeast(ends[0] ?? 0, began + 305_000)
    })
  )

  test(
    "is left, with nothing sent, by what may no longer be sent when its turn comes",
    Effect.gen(function* () {
      const { spans, handler } = noting(() => ({ status: 200, afterMillis: 20 }))
      const server = yield* serve(handler)
      const client = yield* clientOf(server.address, { requestPolicy, budget: Budget.make({ concurrency: 10, lanes }) })
      const revoked: Reason = { _tag: "Forbidden", what: "The token was revoked.", nothing: "sent" }
      const refusal = Effect.sync(() => (spans.length === 0 ? undefined : revoked))
      const writes = Array.from({ length: 3 }, () => Effect.result(client.call(post({ method: "PUT" }))))
      const outcomes = yield* Effect.all(writes, { concurrency: "unbounded" }).pipe(
        Effect.provideService(Client.SendRefusal, refusal)
      )
      assert.deepStrictEqual(
        outcomes.map((outcome) => (Result.isSuccess(outcome) ? "sent" : outcome.failure.message)),
        ["sent", "The token was revoked. Nothing was sent.", "The token was revoked. Nothing was sent."]
      )
      assert.strictEqual(spans.length, 1)
    })
  )

  test(
    "does not hold reads",
    Effect.gen(function* () {
      const { spans, handler } = noting(() => ({ status: 200, afterMillis: 150 }))
      const server = yield* serve(handler)
      const client = yield* clientOf(server.address, { requestPolicy, budget: Budget.make({ concurrency: 2, lanes }) })
      const writes = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3, 4], () => client.call(post()), { concurrency: "unbounded" })
      )
      yield* until(() => spans.length === 1)
      for (let n = 0; n < 5; n++) yield* client.call(get())
      assert.strictEqual(spans.length, 1)
      yield* Fiber.interrupt(writes)
    })
  )

  test(
    "fails at once for calls that could not finish in time, and reports the wait",
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const budget = Budget.make({ concurrency: 10, lanes: { write: { pauseMillis: 1_000 } } })
      const client = yield* clientOf(server.address, { requestPolicy, budget })
      const waiting = yield* Effect.forkChild(
        Effect.forEach([1, 2, 3, 4, 5], () => client.call(post()), { concurrency: "unbounded" })
      )
      yield* until(() => server.seen.length === 1)
      const { reason } = yield* Effect.flip(within(2_500)(client.call(post())))
      assert.isTrue(reason._tag === "RateLimited" && (reason.retryAfterSeconds ?? 0) >= 4)
      assert.include(reason.what, "one at a time")
      assert.strictEqual(reason.nothing, "sent")
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(server.seen.length, 1)
    })
  )

  test(
    "that stays blocked until the time limit sends none of its waiting calls",
    Effect.gen(function* () {
      const server = yield* serve(hang)
      const client = yield* clientOf(server.address, { requestPolicy, budget: Budget.make({ concurrency: 10, lanes }) })
      const first = yield* Effect.forkChild(client.call(post()))
      yield* until(() => server.seen.length === 1)
      const { reason } = yield* Effect.flip(within(200)(client.call(post())))
      assert.isTrue(reason._tag === "Timeout" && !reason.sent)
      yield* Fiber.interrupt(first)
      assert.strictEqual(server.seen.length, 1)
    })
  )
})
