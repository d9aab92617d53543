import * as Http from "node:http"
import * as Net from "node:net"
import { inspect } from "node:util"
import { gzipSync } from "node:zlib"

import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import * as Tracer from "effect/Tracer"

import {
  KEY,
  clientOf,
  get,
  hang,
  json,
  post,
  serve,
  spending,
  until,
  within,
  type Handler
} from "../../tests/provider.ts"
import * as Budget from "../budget/Budget.ts"
import * as Credential from "../credential/Credential.ts"
import { Ledger } from "../spend/Ledger.ts"
import type { Quote } from "../spend/Spend.ts"
import * as Fetch from "../transport/fetch.ts"
import * as Node from "../transport/node.ts"
import * as Client from "./Client.ts"

const MEGABYTE = 1024 * 1024

/** What does not compress, so that half of it is more than a header. */
const HALF_GZIP = gzipSync(JSON.stringify(Array.from({ length: 2000 }, (_, n) => Math.sin(n)))).subarray(0, 10_000)

/** How long an effect took, in milliseconds. */
const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.timed(effect), ([took, value]) => ({ millis: Duration.toMillis(took), value }))

/** A quote that costs 2 credits, about one subject. */
const paid =
  (keys: ReadonlyArray<string> = ["email:ada@example.com"]) =>
  (request: Client.CallRequest): Omit<Quote, "purse"> => ({
    provider: "salesdata",
    operation: request.operation,
    scope: "account-1",
    cacheScope: "account-1",
    caps: {},
    keys,
    soleKeys: [],
    ledgerKeys: keys,
    estimate: 2,
    keepMatch: Duration.days(30),
    keepMiss: Duration.days(1),
    read: () => ({ match: true, keys: [] })
  })

const books = Effect.gen(function* () {
  const ledger = yield* Ledger
  const now = Date.now()
  const { day } = yield* ledger.spent({ scope: "account-1", purse: "" }, { nowMillis: now, run: "run-1" })
  return { spent: day, unknowns: (yield* ledger.unknowns({ scope: "account-1", purse: "" }, now)).length }
})

const transports = [
  ["undici", Node.layer],
  ["fetch", Fetch.layer]
] as const

for (const [name, transport] of transports) {
  const everything = Layer.merge(transport, spending)
  type Services = Layer.Success<typeof everything>
  const test = <E>(title: string, body: Effect.Effect<void, E, Services | Scope.Scope>) =>
    it.live(title, () => Effect.provide(body, everything))

  describe(`${name}: a request`, () => {
    test(
      "with a body that JSON cannot write is refused unsent",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const client = yield* clientOf(server.address)
        const ring: Record<string, unknown> = {}
        ring["self"] = ring
        for (const body of [{ n: 1n }, ring]) {
          const { reason } = yield* Effect.flip(client.call(post({ body })))
          assert.deepStrictEqual(reason._tag === "Invalid" && reason.fields.map(({ field }) => field), ["body"])
        }
        assert.deepStrictEqual(server.seen, [])
      })
    )

    test(
      "carries the key, the body and no trace headers, to the base path",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, { name: "Ada" }))
        const client = yield* clientOf(`${server.address}/v1/`, { headers: { "user-agent": "inlay-test" } })
        const answer = yield* client.call(post({ endpoint: "/enrich/person?x=1%202" })).pipe(Effect.withSpan("outer"))
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.body, { name: "Ada" })
        assert.strictEqual(answer.headers["content-type"], "application/json")
        assert.isFalse(answer.fromCache)
        assert.isUndefined(answer.credits)
        assert.isAtMost(Math.abs(Date.parse(answer.fetchedAt) - Date.now()), 5000)

        const [seen, ...more] = server.seen
        assert.deepStrictEqual(more, [])
        assert.strictEqual(`${seen?.method} ${seen?.url}`, "POST /v1/enrich/person?x=1%202")
        assert.strictEqual(seen?.body, '{"email":"ada@example.com"}')
        assert.strictEqual(seen?.headers.authorization, `Bearer ${KEY}`)
        assert.strictEqual(seen?.headers["content-type"], "application/json")
        assert.strictEqual(seen?.headers.accept, "application/json")
        assert.strictEqual(seen?.headers["user-agent"], "inlay-test")
        assert.deepStrictEqual(
          Object.keys(seen?.headers ?? {}).filter((header) => /trace|b3|baggage|cookie|referer/.test(header)),
          []
        )
      })
    )

    test(
      "carries the key in a header of the provider's choice, which no default overrides",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const credential = Credential.inHeader("X-Api-Key", Redacted.make(KEY))
        const client = yield* clientOf(server.address, { credential, headers: { "x-api-key": "other" } })
        yield* client.call(get())
        assert.strictEqual(server.seen[0]?.headers["x-api-key"], KEY)
        assert.isUndefined(server.seen[0]?.headers.authorization)
        assert.isUndefined(server.seen[0]?.headers["content-type"])
      })
    )

    test(
      "to an endpoint that leaves the base address is not made",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const other = yield* serve((response) => json(response, {}))
        const client = yield* clientOf(`${server.address}/v1`)
        for (const endpoint of [`${other.address}/x`, `//${new URL(other.address).host}/x`, "/../admin", "/%2e%2e/x"]) {
          const error = yield* Effect.flip(client.call(get({ endpoint })))
          assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "endpoint")
        }
        assert.deepStrictEqual([server.seen.length, other.seen.length], [0, 0])
      })
    )

    test(
      "with a key that no header can carry is not made, and costs nothing",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        for (const key of ["", "a\nb", "ключ-key"]) {
          const client = yield* clientOf(server.address, {
            credential: Credential.bearer(Redacted.make(key)),
            quote: paid()
          })
          const error = yield* Effect.flip(client.call(post()))
          assert.strictEqual(error.reason._tag, "Unauthorized")
          assert.include(error.message, "Nothing was sent.")
        }
        assert.strictEqual(server.seen.length, 0)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
      })
    )

    test(
      "is told to a plugin by a path that is fit for comparing",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}))
        const paths: Array<string> = []
        const client = yield* clientOf(`${server.address}/v1`, {
          quote: (_, path) => void paths.push(`quote ${path}`),
          failureOf: (_, path) => void paths.push(`failure ${path}`)
        })
        yield* client.call(post({ endpoint: "/enrich/%70erson/;v=1?x=1" }))
        assert.deepStrictEqual(paths, ["quote /enrich/person", "failure /enrich/person"])
      })
    )
  })

  describe(`${name}: an answer`, () => {
    const empty: ReadonlyArray<readonly [string, Handler]> = [
      ["204", (response) => response.writeHead(204).end()],
      ["an empty 200", (response) => response.writeHead(200, { "content-type": "application/json" }).end()],
      ["a 200 of length 0", (response) => response.writeHead(200, { "content-length": "0" }).end()],
      ["a blank 200", (response) => response.writeHead(200).end("\r\n")],
      [
        "an empty 200 that calls itself gzip",
        (response) => response.writeHead(200, { "content-encoding": "gzip" }).end()
      ]
    ]
    for (const [title, handler] of empty) {
      test(
        `that is ${title} has no body`,
        Effect.gen(function* () {
          const server = yield* serve(handler)
          assert.isNull((yield* (yield* clientOf(server.address)).call(get())).body)
        })
      )
    }

    test(
      "may be compressed, may begin with a byte order mark, may come in pieces",
      Effect.gen(function* () {
        const body = JSON.stringify({ text: "é日本😀".repeat(2000) })
        const server = yield* serve((response, _, n) => {
          if (n === 1) response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(body))
          if (n === 2) response.writeHead(200).end(`\ufeff${body}`)
          const bytes = Buffer.from(body)
          if (n === 3) {
            response.writeHead(200).write(bytes.subarray(0, 12))
            setTimeout(() => response.end(bytes.subarray(12)), 20)
          }
        })
        const client = yield* clientOf(server.address)
        for (let n = 0; n < 3; n++) assert.deepStrictEqual((yield* client.call(get())).body, JSON.parse(body))
      })
    )

    /** `fetch` does not tell a damaged body from a broken connection. */
    const damaged = name === "undici" ? "Decode" : "Transport"
    const bad: ReadonlyArray<readonly [string, Handler, string]> = [
      [
        "an HTML page with 200",
        (response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>Sign in</html>"),
        "Decode"
      ],
      ["truncated JSON", (response) => response.writeHead(200).end('{"name":"Ad'), "Decode"],
      ["two JSON values", (response) => response.writeHead(200).end('{"a":1}{"b":2}'), "Decode"],
      [
        "shorter than it says",
        (response) => {
          response.writeHead(200, { "content-length": "1000" }).write('{"name":"Ada"}')
          setTimeout(() => response.destroy(), 20)
        },
        "Transport"
      ],
      [
        "cut off in a chunk",
        (response) => {
          response.writeHead(200).write('{"name":')
          setTimeout(() => response.destroy(), 20)
        },
        "Transport"
      ],
      [
        "bad gzip",
        (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("this is not gzip at all"),
        damaged
      ],
      [
        "gzip that ends early",
        (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(HALF_GZIP),
        "Decode"
      ],
      [
        "nested too deeply",
        (response) => response.writeHead(200).end("[".repeat(100_000) + "]".repeat(100_000)),
        "Decode"
      ]
    ]
    for (const [title, handler, reason] of bad) {
      test(
        `that is ${title} is a ${reason} error, and a paid one is undecided`,
        Effect.gen(function* () {
          const server = yield* serve(handler)
          const client = yield* clientOf(server.address, { quote: paid() })
          const error = yield* Effect.flip(within(5000)(client.call(post())))
          assert.strictEqual(error.reason._tag, reason)
          assert.strictEqual(error.charged, "unknown")
          assert.strictEqual(server.seen.length, 1)
          assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
        })
      )
    }

    test(
      "over the byte limit is not read to its end",
      Effect.gen(function* () {
        let written = 0
        const server = yield* serve((response) => {
          response.writeHead(200)
          const more = () => {
            while (written < 200 * MEGABYTE && !response.destroyed) {
              written += 65536
              if (!response.write(Buffer.alloc(65536, 0x20))) return void response.once("drain", more)
            }
            response.end()
          }
          more()
        })
        const client = yield* clientOf(server.address, { maxBodyBytes: MEGABYTE })
        const error = yield* Effect.flip(client.call(get()))
        assert.strictEqual(error.reason._tag, "Decode")
        assert.include(error.message, "too large: more than 1048576 bytes")
        assert.isBelow(written, 50 * MEGABYTE)
        yield* until(() => server.seen[0]?.socket.destroyed === true)
      })
    )

    test(
      "of exactly the byte limit is read",
      Effect.gen(function* () {
        const server = yield* serve((response) => response.writeHead(200).end(`"${"x".repeat(98)}"`))
        const client = yield* clientOf(server.address, { maxBodyBytes: 100 })
        assert.strictEqual((yield* client.call(get())).body, "x".repeat(98))
        const tight = yield* clientOf(server.address, { maxBodyBytes: 99 })
        assert.strictEqual((yield* Effect.flip(tight.call(get()))).reason._tag, "Decode")
      })
    )

    test(
      "that is a gzip bomb of 50 MB is refused without unpacking it",
      Effect.gen(function* () {
        const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 0x20))
        const server = yield* serve((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb))
        const client = yield* clientOf(server.address, { maxBodyBytes: MEGABYTE })
        const before = process.memoryUsage().rss
        const { millis, value } = yield* timed(Effect.flip(client.call(get())))
        assert.strictEqual(value.reason._tag, "Decode")
        assert.include(value.message, "too large")
        assert.isBelow(millis, 2000)
        assert.isBelow(process.memoryUsage().rss - before, 40 * MEGABYTE)
      })
    )

    for (const status of [301, 302, 303, 307, 308]) {
      test(
        `that is a ${status} to another server is refused, and nothing arrives there`,
        Effect.gen(function* () {
          const target = yield* serve((response) => json(response, {}))
          const server = yield* serve((response) =>
            response.writeHead(status, { location: `${target.address}/stolen?key=${KEY}` }).end()
          )
          const client = yield* clientOf(server.address)
          for (const request of [get(), post()]) {
            const error = yield* Effect.flip(client.call(request))
            assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "redirect")
            assert.include(error.message, new URL(target.address).host)
            assert.notInclude(error.message, "stolen")
          }
          assert.deepStrictEqual([server.seen.length, target.seen.length], [2, 0])
        })
      )
    }

    test(
      "that is 304 answers a condition, and nothing else",
      Effect.gen(function* () {
        const server = yield* serve((response) => response.writeHead(304).end())
        const client = yield* clientOf(server.address)
        const answer = yield* client.call(get({ headers: { "If-None-Match": '"v1"' } }))
        assert.deepStrictEqual([answer.status, answer.body], [304, null])
        const error = yield* Effect.flip(client.call(get()))
        assert.strictEqual(error.reason._tag, "Decode")
        assert.include(error.message, "status 304 is no answer to this request")
      })
    )

    test(
      "that is a redirect to nowhere is refused as well",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) =>
          response.writeHead(302, n === 1 ? {} : { location: n === 2 ? "javascript:alert(1)" : "http://[" }).end()
        )
        const client = yield* clientOf(server.address)
        for (let n = 0; n < 3; n++) {
          assert.include(
            (yield* Effect.flip(client.call(get()))).message,
            "redirected the call to an unreadable address"
          )
        }
      })
    )
  })

  describe(`${name}: the time limit`, () => {
    const slow: ReadonlyArray<readonly [string, Handler]> = [
      ["never begins to answer", hang],
      [
        "never ends its answer",
        (response) => {
          response.writeHead(200).write('{"a":')
          const timer = setInterval(() => response.write(" "), 20)
          response.on("close", () => clearInterval(timer))
        }
      ]
    ]
    for (const [title, handler] of slow) {
      test(
        `ends a call to a server that ${title}; it may have been served`,
        Effect.gen(function* () {
          const server = yield* serve(handler)
          const client = yield* clientOf(server.address, { quote: paid() })
          const { millis, value } = yield* timed(Effect.flip(within(200)(client.call(post()))))
          assert.deepStrictEqual([value.reason._tag, value.charged], ["Timeout", "unknown"])
          assert.isTrue(value.reason._tag === "Timeout" && value.reason.sent)
          assert.include(value.message, "No answer within 0.2 s.")
          assert.isAtLeast(millis, 195)
          assert.isBelow(millis, 1500)
          assert.strictEqual(server.seen.length, 1)
          assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
          yield* until(() => server.seen[0]?.socket.destroyed === true)
        })
      )
    }

    test(
      "holds for all repeats together",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) => (n < 3 ? json(response, {}, 503) : hang(response, _, n)))
        const client = yield* clientOf(server.address)
        const { millis, value } = yield* timed(Effect.flip(within(300)(client.call(get()))))
        assert.strictEqual(value.reason._tag, "Timeout")
        assert.isBelow(millis, 1500)
        assert.strictEqual(server.seen.length, 3)
      })
    )

    test(
      "says that nothing was sent by a call that waited for a place all the time",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const client = yield* clientOf(server.address, { budget: Budget.make({ concurrency: 1 }), quote: paid([]) })
        const first = yield* Effect.forkChild(client.call(get()))
        yield* until(() => server.seen.length === 1)
        const error = yield* Effect.flip(within(100)(client.call(post())))
        assert.deepStrictEqual([error.reason._tag, error.charged], ["Timeout", undefined])
        assert.isFalse(error.reason._tag === "Timeout" && error.reason.sent)
        yield* Fiber.interrupt(first)
        assert.strictEqual(server.seen.length, 1)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
      })
    )
  })

  describe(`${name}: a repeat`, () => {
    test(
      "follows a throttle, also of what costs, and is charged once",
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
      "of what costs carries the ledger row as its idempotency key; another purchase has another, and what is free has none",
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
      "is not waited for where the provider asks for longer than the call may take",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}, 429, { "retry-after": "60" }))
        const { millis, value } = yield* timed(Effect.flip((yield* clientOf(server.address)).call(get())))
        assert.deepStrictEqual(value.reason._tag === "RateLimited" && value.reason.retryAfterSeconds, 60)
        assert.deepStrictEqual(value.reason.remedy, { to: "retry", afterSeconds: 60 })
        assert.isBelow(millis, 1000)
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
      "of a POST that only reads is made, but never of what costs",
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
      "of a lost answer is made of a GET and not of a POST",
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
      "is not made of what the provider rejected",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, { message: "no such field" }, 422))
        const error = yield* Effect.flip((yield* clientOf(server.address)).call(get()))
        assert.strictEqual(error.reason._tag, "Invalid")
        assert.include(error.message, "no such field")
        assert.strictEqual(server.seen.length, 1)
      })
    )
  })

  describe(`${name}: the budget`, () => {
    test(
      "never has more requests at the server than its concurrency",
      Effect.gen(function* () {
        let running = 0
        let most = 0
        const server = yield* serve((response) => {
          most = Math.max(most, ++running)
          setTimeout(() => {
            running--
            json(response, {})
          }, 15)
        })
        const client = yield* clientOf(server.address, { budget: Budget.make({ concurrency: 4 }) })
        yield* Effect.all(
          Array.from({ length: 30 }, () => client.call(get())),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(server.seen.length, 30)
        assert.strictEqual(most, 4)
      })
    )

    test(
      "learns from the answers, and sends nothing past the limit",
      Effect.gen(function* () {
        const server = yield* serve((response, _, n) =>
          json(response, {}, 200, {
            "ratelimit-limit": "3",
            "ratelimit-remaining": String(3 - n),
            "ratelimit-reset": "60"
          })
        )
        const client = yield* clientOf(server.address)
        for (let n = 0; n < 3; n++) yield* client.call(get())
        assert.strictEqual(client.rateLimit()?.remaining, 0)
        const error = yield* Effect.flip(client.call(get()))
        assert.isTrue(error.reason._tag === "RateLimited" && (error.reason.retryAfterSeconds ?? 0) >= 59)
        assert.strictEqual(server.seen.length, 3)
      })
    )
  })

  describe(`${name}: an interruption`, () => {
    test(
      "closes the socket, and leaves a paid call undecided",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const client = yield* clientOf(server.address, { quote: paid() })
        const fiber = yield* Effect.forkChild(client.call(post()))
        yield* until(() => server.seen.length === 1)
        assert.strictEqual(server.seen[0]?.socket.destroyed, false)
        yield* Fiber.interrupt(fiber)
        yield* until(() => server.seen[0]?.socket.destroyed === true)
        assert.deepStrictEqual(yield* books, { spent: 2, unknowns: 1 })
      })
    )

    test(
      "while a paid call waits for a place costs nothing",
      Effect.gen(function* () {
        const server = yield* serve(hang)
        const budget = Budget.make({ concurrency: 1 })
        const client = yield* clientOf(server.address, { budget, quote: paid() })
        const place = yield* Effect.forkChild(budget.withPlace(Effect.never))
        const fiber = yield* Effect.forkChild(client.call(post()))
        yield* Effect.sleep("50 millis")
        assert.strictEqual((yield* books).spent, 2)
        yield* Fiber.interrupt(fiber)
        yield* Fiber.interrupt(place)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
        assert.strictEqual(server.seen.length, 0)
      })
    )

    test(
      "while a paid call waits to be repeated after a throttle costs nothing",
      Effect.gen(function* () {
        const server = yield* serve((response) => json(response, {}, 429, { "retry-after": "5" }))
        const client = yield* clientOf(server.address, { quote: paid() })
        const fiber = yield* Effect.forkChild(client.call(post()))
        yield* until(() => server.seen.length === 1)
        yield* Effect.sleep("50 millis")
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
      })
    )
  })

  describe(`${name}: the key`, () => {
    const echoes: ReadonlyArray<readonly [string, (key: string) => string]> = [
      ["plain", (key) => key],
      ["as the header", (key) => `Bearer ${key}`],
      ["base64", (key) => Buffer.from(`user:${key}`).toString("base64")],
      ["URL-encoded", encodeURIComponent]
    ]
    const key = "sk/canary+0123 4567=89äb"

    for (const [title, echo] of echoes) {
      test(
        `does not get into errors, spans or answers when the server echoes it: ${title}`,
        Effect.gen(function* () {
          const spans: Array<Tracer.NativeSpan> = []
          const tracer = Tracer.make({
            span: (options) => {
              const span = new Tracer.NativeSpan(options)
              spans.push(span)
              return span
            }
          })
          const server = yield* serve((response, { url }) =>
            json(response, { message: `bad key ${echo(key)}` }, url === "/ok" ? 200 : Number(url.slice(1)), {
              "x-echo": encodeURIComponent(echo(key))
            })
          )
          const client = yield* clientOf(server.address, {
            credential: Credential.bearer(Redacted.make(key)),
            failureOf: (answer) => {
              const { message } = answer.body as { readonly message: string }
              const reason = Client.reasonOfStatus(answer, `${message} ${answer.headers["x-echo"]}`)
              return reason?._tag === "Invalid" ? { ...reason, fields: [{ field: echo(key), message }] } : reason
            }
          })
          const exits: Array<Exit.Exit<unknown, unknown>> = []
          for (const endpoint of ["/ok", "/401", "/403", "/404", "/409", "/422", "/500"]) {
            exits.push(yield* Effect.exit(client.call(post({ endpoint }))).pipe(Effect.withTracer(tracer)))
          }
          assert.strictEqual(server.seen.length, 7)
          assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
          assert.strictEqual(spans.filter((span) => span.name === "salesdata.ask").length, 7)
          const shown =
            inspect(exits, { depth: 20, showHidden: true, customInspect: false }) +
            JSON.stringify(exits) +
            inspect(spans, { depth: 20, maxStringLength: null }) +
            exits.map((exit) => (Exit.isFailure(exit) ? String(exit.cause) : "")).join()
          for (const [, form] of echoes) assert.notInclude(shown, form(key).slice(9, -2))
          assert.include(shown, "<redacted>")
        })
      )
    }
  })
}

describe("undici: a connection", () => {
  const everything = Layer.merge(Node.layer, spending)

  it.live("that is refused is known not to be sent: it is tried again, and costs nothing", () =>
    Effect.gen(function* () {
      const { address } = yield* Effect.scoped(serve(hang))
      const client = yield* clientOf(address, { quote: paid() })
      const error = yield* Effect.flip(client.call(post()))
      assert.isTrue(error.reason._tag === "Transport" && !error.reason.sent)
      assert.include(error.message, "No connection could be made (ECONNREFUSED).")
      assert.isUndefined(error.charged)
      assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
    }).pipe(Effect.provide(everything))
  )

  it.live("that is refused at first is tried again, also for what must not be repeated", () =>
    Effect.gen(function* () {
      const { address } = yield* Effect.scoped(serve(hang))
      const client = yield* clientOf(address, { retry: { base: "100 millis", cap: "100 millis", times: 20 } })
      const call = yield* Effect.forkChild(client.call(post()))
      yield* Effect.sleep("150 millis")
      const late = yield* Effect.acquireRelease(
        Effect.callback<Http.Server>((resume) => {
          const server = Http.createServer((_, response) => json(response, { late: true }))
          server.listen(Number(new URL(address).port), "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => (server.closeAllConnections(), server.close()))
      )
      assert.isTrue(late.listening)
      assert.deepStrictEqual((yield* Fiber.join(call)).body, { late: true })
    }).pipe(Effect.provide(everything))
  )

  it.live("to a host that does not exist, or that speaks no TLS, is known not to be sent", () =>
    Effect.gen(function* () {
      const plain = yield* serve((response) => json(response, {}))
      for (const address of ["https://nowhere.invalid", plain.address.replace("http:", "https:")]) {
        const client = yield* clientOf(address, { quote: paid(), retry: { base: 1, cap: 1, times: 0 } })
        const error = yield* Effect.flip(client.call(post()))
        assert.isTrue(error.reason._tag === "Transport" && !error.reason.sent, error.message)
        assert.isUndefined(error.charged)
      }
      assert.strictEqual(plain.seen.length, 0)
    }).pipe(Effect.provide(everything))
  )

  it.live("that is still being made when the time is up is known not to be sent", () =>
    Effect.gen(function* () {
      // A server that accepts TCP and never answers the TLS handshake.
      const silent = yield* Effect.acquireRelease(
        Effect.callback<{ port: number; stop: () => void }>((resume) => {
          const sockets = new Set<Net.Socket>()
          const server = Net.createServer((socket) => void sockets.add(socket))
          const stop = () => {
            for (const socket of sockets) socket.destroy()
            server.close()
          }
          server.listen(0, "127.0.0.1", () => {
            resume(Effect.succeed({ port: (server.address() as Net.AddressInfo).port, stop }))
          })
        }),
        ({ stop }) => Effect.sync(stop)
      )
      const client = yield* clientOf(`https://127.0.0.1:${silent.port}`, { quote: paid() })
      const error = yield* Effect.flip(within(200)(client.call(post())))
      assert.isTrue(error.reason._tag === "Timeout" && !error.reason.sent)
      assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
    }).pipe(Effect.provide(everything))
  )

  it.live("is kept for the next call", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* clientOf(server.address)
      for (let n = 0; n < 10; n++) yield* client.call(get())
      assert.isAtMost(new Set(server.seen.map(({ socket }) => socket)).size, 2)
    }).pipe(Effect.provide(everything))
  )

  it.live("is closed when an answer's encoding is not known", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => response.writeHead(200, { "content-encoding": "compress" }).write("x"))
      const error = yield* Effect.flip((yield* clientOf(server.address)).call(get()))
      assert.strictEqual(error.reason._tag, "Decode")
      assert.include(error.message, "content encoding compress is not supported")
      yield* until(() => server.seen[0]?.socket.destroyed === true)
    }).pipe(Effect.provide(everything))
  )

  it.live("is closed with the layer", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      yield* Effect.provide(
        Effect.flatMap(clientOf(server.address), (client) => client.call(get())),
        Layer.fresh(everything)
      )
      yield* until(() => server.sockets.size === 0)
    })
  )
})

describe("undici: a proxy", () => {
  const VARIABLES = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "NO_PROXY", "no_proxy"]
  const withEnvironment = (variables: Record<string, string>) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const before = VARIABLES.map((name) => [name, process.env[name]] as const)
        for (const name of VARIABLES) delete process.env[name]
        Object.assign(process.env, variables)
        return before
      }),
      (before) =>
        Effect.sync(() => {
          for (const [name, value] of before) {
            if (value === undefined) delete process.env[name]
            else process.env[name] = value
          }
        })
    )

  it.live("is never used for loopback, is used for other hosts, and nothing is warned of", () =>
    Effect.gen(function* () {
      const tunnels: Array<string> = []
      const warnings: Array<string> = []
      const proxy = yield* Effect.acquireRelease(
        Effect.callback<Http.Server>((resume) => {
          const server = Http.createServer((_, response) => json(response, { proxied: true }))
          server.on("connect", (request, socket) => {
            tunnels.push(`${request.url} ${request.headers["authorization"] ?? "no key"}`)
            socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
          })
          server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => (server.closeAllConnections(), server.close()))
      )
      const address = `http://127.0.0.1:${(proxy.address() as Net.AddressInfo).port}`
      const warned = (warning: Error) => void warnings.push(warning.message)
      yield* Effect.acquireRelease(
        Effect.sync(() => process.on("warning", warned)),
        () => Effect.sync(() => process.off("warning", warned))
      )
      yield* withEnvironment({ HTTP_PROXY: address, HTTPS_PROXY: address })
      yield* Effect.gen(function* () {
        const server = yield* serve((response) => json(response, { proxied: false }))
        for (const host of ["127.0.0.1", "localhost", "127.0.0.2"]) {
          const client = yield* clientOf(server.address.replace("127.0.0.1", host))
          const answer = yield* Effect.exit(client.call(get()))
          if (Exit.isSuccess(answer)) assert.deepStrictEqual(answer.value.body, { proxied: false })
        }
        assert.deepStrictEqual(tunnels, [])
        const outside = yield* clientOf("https://api.provider.invalid", { retry: { base: 1, cap: 1, times: 0 } })
        assert.strictEqual((yield* Effect.flip(outside.call(get()))).reason._tag, "Transport")
      }).pipe(Effect.provide(Layer.fresh(Layer.merge(Node.layer, spending))))
      assert.deepStrictEqual(tunnels, ["api.provider.invalid:443 no key"])
      yield* Effect.sleep("20 millis")
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.live("that is no address is an error of the call, not of the program", () =>
    Effect.gen(function* () {
      yield* withEnvironment({ HTTPS_PROXY: "::nonsense::" })
      yield* Effect.gen(function* () {
        const outside = yield* clientOf("https://api.provider.invalid", { quote: paid() })
        const error = yield* Effect.flip(outside.call(post()))
        assert.isTrue(error.reason._tag === "Transport" && !error.reason.sent)
        const server = yield* serve((response) => json(response, {}))
        yield* (yield* clientOf(server.address)).call(get())
      }).pipe(Effect.provide(Layer.fresh(Layer.merge(Node.layer, spending))))
    })
  )
})

describe("fetch: a browser", () => {
  const everything = Layer.merge(Fetch.layer, spending)
  const replacing = (name: "fetch" | "navigator", value: unknown) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const before = Object.getOwnPropertyDescriptor(globalThis, name)
        Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
        return before
      }),
      (before) => Effect.sync(() => before && Object.defineProperty(globalThis, name, before))
    )

  it.live("that is offline sends nothing, and nothing is charged", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      yield* replacing("navigator", { onLine: false })
      const client = yield* clientOf(server.address, { quote: paid() })
      const error = yield* Effect.flip(client.call(post()))
      assert.isTrue(error.reason._tag === "Transport" && !error.reason.sent)
      assert.include(error.message, "this browser is offline")
      assert.strictEqual(server.seen.length, 0)
      assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
    }).pipe(Effect.provide(everything))
  )

  it.live("hides where a redirect leads; the call is refused all the same", () =>
    Effect.gen(function* () {
      const requests: Array<Request> = []
      yield* replacing("fetch", (request: Request) => {
        requests.push(request)
        return Promise.resolve(Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" }))
      })
      const client = yield* clientOf("https://api.provider.example/v1")
      const error = yield* Effect.flip(client.call(get()))
      assert.strictEqual(error.reason._tag === "Refused" && error.reason.guard, "redirect")
      assert.include(error.message, "the browser hides which")
      const [request] = requests
      assert.deepStrictEqual(
        [request?.redirect, request?.credentials, request?.cache, request?.referrerPolicy],
        ["manual", "omit", "no-store", "no-referrer"]
      )
    }).pipe(Effect.provide(everything))
  )

  it.live("does not tell a refused connection from a lost one: it counts as possibly sent", () =>
    Effect.gen(function* () {
      const { address } = yield* Effect.scoped(serve(hang))
      const client = yield* clientOf(address, { quote: paid() })
      const error = yield* Effect.flip(client.call(post()))
      assert.isTrue(error.reason._tag === "Transport" && error.reason.sent)
      assert.strictEqual(error.charged, "unknown")
    }).pipe(Effect.provide(everything))
  )
})

describe("reasonOfStatus", () => {
  const answer = (status: number, headers: Record<string, string> = {}): Client.RawAnswer => ({
    status,
    headers,
    body: null,
    receivedAtMillis: Date.UTC(2026, 2, 10, 12)
  })

  it.each([200, 201, 204, 304, 399])("%i is no failure", (status) => {
    assert.isUndefined(Client.reasonOfStatus(answer(status)))
  })

  it.each([
    [400, "Invalid", "rejected the request (400)"],
    [401, "Unauthorized", "rejected the account's key"],
    [402, "QuotaExhausted", "plan is used up"],
    [403, "Forbidden", "lacks a right"],
    [404, "NotFound", "nothing at this address"],
    [405, "Invalid", "(405)"],
    [408, "Unavailable", "gave up waiting"],
    [409, "Conflict", "conflict"],
    [410, "NotFound", "nothing at this address"],
    [413, "Invalid", "(413)"],
    [415, "Invalid", "(415)"],
    [418, "Invalid", "(418)"],
    [422, "Invalid", "(422)"],
    [429, "RateLimited", "rate limit"],
    [499, "Invalid", "(499)"],
    [500, "Unavailable", "failed (500)"],
    [501, "Unavailable", "failed (501)"],
    [502, "Unavailable", "failed (502)"],
    [503, "Unavailable", "failed (503)"],
    [504, "Unavailable", "failed (504)"],
    [599, "Unavailable", "failed (599)"]
  ])("%i is %s: %s", (status, tag, words) => {
    const reason = Client.reasonOfStatus(answer(status))
    assert.strictEqual(reason?._tag, tag)
    assert.include(reason?.what, words)
    assert.isDefined(reason?.remedy)
    if (reason?._tag === "Unavailable") assert.strictEqual(reason.status, status)
  })

  it.each<readonly [Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": "Tue, 10 Mar 2026 12:00:30 GMT" }, 30],
    [{ "retry-after": "soon" }, undefined]
  ])("429 and 503 with %o wait %o s", (headers, seconds) => {
    const throttled = Client.reasonOfStatus(answer(429, headers))
    assert.strictEqual(throttled?._tag === "RateLimited" ? throttled.retryAfterSeconds : -1, seconds)
    const unavailable = Client.reasonOfStatus(answer(503, headers))
    assert.strictEqual(unavailable?._tag === "Unavailable" ? unavailable.retryAfterSeconds : -1, seconds)
  })

  it.each([
    ["", "rejected the account's key."],
    ["expired", "rejected the account's key: “expired.”"],
    ["It expired.", "rejected the account's key: “It expired.”"],
    [" \n", "rejected the account's key."]
  ])("with %o said is a sentence", (detail, words) => {
    assert.strictEqual(Client.reasonOfStatus(answer(401), detail)?.what, `The provider ${words}`)
  })

  it("repeats the provider's words on one clean, short line", () => {
    const reason = Client.reasonOfStatus(answer(422), `no\u202e such\n\nfield ${"x".repeat(500)}`)
    assert.include(reason?.what, ": “no such field xxx")
    assert.isBelow(reason?.what.length ?? 0, 300)
  })
})

describe("undici: the connection of what costs", () => {
  it.live("is its own: it carried nothing before, and carries nothing after", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* clientOf(server.address, {
        quote: (request) => (request.endpoint === "/free" ? undefined : paid([`k:${request.endpoint}`])(request))
      })
      for (const endpoint of ["/free", "/paid-1", "/free", "/paid-2", "/paid-3", "/free"]) {
        yield* client.call(post({ endpoint }))
      }
      const socketsOf = (start: string) =>
        server.seen.filter(({ url }) => url.startsWith(start)).map((one) => one.socket)
      const [free, alone] = [new Set(socketsOf("/free")), new Set(socketsOf("/paid"))]
      assert.deepStrictEqual([free.size, alone.size], [1, 3])
      assert.isFalse([...alone].some((socket) => free.has(socket)))
      assert.deepStrictEqual(
        server.seen.map(({ headers }) => headers.connection),
        ["keep-alive", "close", "keep-alive", "close", "close", "keep-alive"]
      )
    }).pipe(Effect.provide(Layer.merge(Node.layer, spending)))
  )
})
