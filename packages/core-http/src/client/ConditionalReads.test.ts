import type * as Http from "node:http"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

import { transports } from "../../tests/over-transports.ts"
import { clientOf, get, json, post, serve, type Handler, type Seen } from "../../tests/provider.ts"
import * as Credential from "../credential/Credential.ts"
import type { TransportRequest, TransportResponse } from "../transport/Transport.ts"
import type * as Client from "./Client.ts"
import * as ConditionalReads from "./ConditionalReads.ts"

const KILOBYTE = 1024

/**
 * A provider of versions that answers 304 if the request names the current one. Counts the full answers that it sends.
 */
const versionedProvider = (options: { readonly headers?: Record<string, string>; readonly weak?: boolean } = {}) => {
  const provider = { version: 1, full: 0, handler: undefined as unknown as Handler }
  provider.handler = (response, { headers }) => {
    const etag = `${options.weak === true ? "W/" : ""}"v${provider.version}-${headers.accept?.length}"`
    const responseHeaders = { etag, "x-ratelimit-used": String(provider.full), ...options.headers }
    if (headers["if-none-match"] === etag) return void response.writeHead(304, responseHeaders).end()
    provider.full++
    json(response, { version: provider.version, list: [1, 2, 3] }, 200, responseHeaders)
  }
  return provider
}

const conditions = (requests: ReadonlyArray<Seen>) => requests.map(({ headers }) => headers["if-none-match"])

const clientAt = (address: string, of: Partial<Client.ClientOptions> = {}) =>
  clientOf(address, { conditionalReads: ConditionalReads.within(64 * KILOBYTE), ...of })

for (const [name, test] of transports) {
  describe(`${name}: a repeated read`, () => {
    for (const weak of [false, true]) {
      test(
        `is asked for by its ${weak ? "weak" : "strong"} ETag, and answered from what was kept, as a 200`,
        Effect.gen(function* () {
          const provider = versionedProvider({ weak })
          const server = yield* serve(provider.handler)
          const client = yield* clientAt(server.address)
          const [first, second, third] = [
            yield* client.call(get()),
            yield* client.call(get()),
            yield* client.call(get())
          ]
          assert.deepStrictEqual([first.status, second.status, third.status], [200, 200, 200])
          assert.deepStrictEqual(third.body, { version: 1, list: [1, 2, 3] })
          assert.strictEqual(third.headers["content-type"], "application/json")
          assert.deepStrictEqual([first.headers["x-ratelimit-used"], third.headers["x-ratelimit-used"]], ["0", "1"])
          assert.isFalse(third.fromCache)
          assert.strictEqual(provider.full, 1)
          const etag = first.headers["etag"]
          assert.deepStrictEqual(conditions(server.seen), [undefined, etag, etag])
        })
      )
    }

    test(
      "returns a separate object",
      Effect.gen(function* () {
        const provider = versionedProvider()
        const server = yield* serve(provider.handler)
        const client = yield* clientAt(server.address)
        const [one, other] = [yield* client.call(get()), yield* client.call(get())]
        ;(one.body as { list: Array<number> }).list.push(4)
        ;(one.headers as Record<string, string>)["etag"] = "spoilt"
        ;(other.headers as Record<string, string>)["etag"] = "spoilt"
        const third = yield* client.call(get())
        assert.deepStrictEqual((third.body as { list: Array<number> }).list, [1, 2, 3])
        assert.notStrictEqual(third.body, other.body)
        assert.match(String(third.headers["etag"]), /^"v1/)
        assert.strictEqual(provider.full, 1)
      })
    )

    test(
      "that has changed replaces the cached response",
      Effect.gen(function* () {
        const provider = versionedProvider()
        const server = yield* serve(provider.handler)
        const client = yield* clientAt(server.address)
        yield* client.call(get())
        provider.version = 2
        assert.deepStrictEqual((yield* client.call(get())).body, { version: 2, list: [1, 2, 3] })
        assert.deepStrictEqual((yield* client.call(get())).body, { version: 2, list: [1, 2, 3] })
        assert.strictEqual(provider.full, 2)
      })
    )

    test(
      "is cached separately by accept header, address and account",
      Effect.gen(function* () {
        const provider = versionedProvider()
        const server = yield* serve(provider.handler)
        const client = yield* clientAt(server.address)
        const requests = [
          get(),
          get({ headers: { accept: "application/vnd.raw+json" } }),
          get({ endpoint: "/things?page=2" }),
          get({ headers: { "accept-language": "de" } })
        ]
        for (const request of requests) yield* client.call(request)
        const other = yield* clientAt(server.address, { credential: Credential.bearer(Redacted.make("another-key")) })
        yield* other.call(get())
        assert.deepStrictEqual(conditions(server.seen), [undefined, undefined, undefined, undefined, undefined])
        for (const request of requests) yield* client.call(request)
        assert.strictEqual(provider.full, 5)
      })
    )

    test(
      "keeps its own ETag and type, whatever a 304 says",
      Effect.gen(function* () {
        const server = yield* serve((response, { headers }) => {
          if (headers["if-none-match"] === undefined) return void json(response, { kept: true }, 200, { etag: '"v1"' })
          response.writeHead(304, { etag: '"v2"', "content-type": "text/html", "x-news": "yes" }).end()
        })
        const client = yield* clientAt(server.address)
        yield* client.call(get())
        for (let n = 0; n < 2; n++) {
          const { headers } = yield* client.call(get())
          assert.deepStrictEqual(
            [headers["etag"], headers["content-type"], headers["x-news"]],
            ['"v1"', "application/json", "yes"]
          )
        }
        assert.deepStrictEqual(conditions(server.seen), [undefined, '"v1"', '"v1"'])
      })
    )

    test(
      "with the caller's own condition returns the provider's response",
      Effect.gen(function* () {
        const provider = versionedProvider()
        const server = yield* serve(provider.handler)
        const client = yield* clientAt(server.address)
        const etag = String((yield* client.call(get())).headers["etag"])
        const own = yield* client.call(get({ headers: { "If-None-Match": etag } }))
        assert.deepStrictEqual([own.status, own.body], [304, null])
        for (let n = 0; n < 2; n++) {
          const since = yield* client.call(get({ headers: { "If-Modified-Since": "Tue, 10 Mar 2026 12:00:00 GMT" } }))
          assert.strictEqual(since.status, 200)
        }
        assert.deepStrictEqual(conditions(server.seen), [undefined, etag, undefined, undefined])
      })
    )
  })

  describe(`${name}: nothing is cached`, () => {
    const unkept: ReadonlyArray<readonly [string, Record<string, string>]> = [
      ["of an answer that must not be stored", { "cache-control": "private, No-Store" }],
      ["of one that varies by anything", { vary: "*" }],
      ["without an ETag", { etag: "" }],
      ["under an ETag that is none", { etag: "v1" }],
      ["under an ETag too long for a header", { etag: `"${"v".repeat(2_000)}"` }]
    ]
    for (const [title, headers] of unkept) {
      test(
        title,
        Effect.gen(function* () {
          const server = yield* serve(versionedProvider({ headers }).handler)
          const client = yield* clientAt(server.address)
          yield* client.call(get())
          yield* client.call(get())
          assert.deepStrictEqual(conditions(server.seen), [undefined, undefined])
        })
      )
    }

    test(
      "for other methods, for failures, and if the client has no cache",
      Effect.gen(function* () {
        const server = yield* serve((response, { url }) =>
          json(response, {}, url === "/gone" ? 404 : 200, { etag: '"v1"' })
        )
        const client = yield* clientAt(server.address)
        const plain = yield* clientOf(server.address)
        for (let n = 0; n < 2; n++) {
          yield* client.call(post())
          yield* Effect.flip(client.call(get({ endpoint: "/gone" })))
          yield* plain.call(get())
        }
        assert.deepStrictEqual([...new Set(conditions(server.seen))], [undefined])
      })
    )

    test(
      "after a 304 that forbids storing",
      Effect.gen(function* () {
        const server = yield* serve((response, { headers }) => {
          const responseHeaders = { etag: '"v1"' }
          if (headers["if-none-match"] === undefined) return void json(response, { kept: true }, 200, responseHeaders)
          response.writeHead(304, { ...responseHeaders, "cache-control": "no-store" }).end()
        })
        const client = yield* clientAt(server.address)
        for (let n = 0; n < 3; n++) assert.deepStrictEqual((yield* client.call(get())).body, { kept: true })
        assert.deepStrictEqual(conditions(server.seen), [undefined, '"v1"', undefined])
      })
    )

    test(
      "and an unexpected 304 is an error",
      Effect.gen(function* () {
        const server = yield* serve((response) => response.writeHead(304).end())
        const error = yield* Effect.flip((yield* clientAt(server.address)).call(get()))
        assert.strictEqual(error.reason._tag, "Decode")
      })
    )
  })

  test(
    `${name}: a key that a kept answer echoes stays out of every answer`,
    Effect.gen(function* () {
      const key = "sk_canary_0123456789abcdef"
      const server = yield* serve((response: Http.ServerResponse, { headers }) => {
        if (headers["if-none-match"] !== undefined) return void response.writeHead(304, { "x-echo": key }).end()
        json(response, { key }, 200, { etag: '"v1"' })
      })
      const client = yield* clientAt(server.address)
      const answers = [yield* client.call(get()), yield* client.call(get())]
      assert.notInclude(JSON.stringify(answers), key)
      assert.strictEqual(answers[1]?.headers["x-echo"], "<redacted>")
    })
  )
}

describe("the cache", () => {
  const LONGEST_CHARS = 600
  /** More than a key and headers take. */
  const REST_BYTES = 200

  /** Every read of an address returns the same text with the same ETag. */
  const sendTo = (requests: Array<TransportRequest>) => (request: TransportRequest) =>
    Effect.sync((): TransportResponse => {
      requests.push(request)
      if (request.headers["if-none-match"] !== undefined) return { status: 304, headers: {}, text: "" }
      return { status: 200, headers: { etag: '"v"' }, text: "é".repeat(Number(request.url.pathname.slice(1))) }
    })
  const requestOf = (length: number): TransportRequest => ({
    method: "GET",
    url: new URL(`http://x.example/${length}`),
    headers: {},
    maxBodyBytes: 1_000_000
  })

  it.effect.prop(
    "stays within its byte limit and has the most recent reads",
    { room: Schema.Natural, reads: Schema.Array(Schema.Natural).check(Schema.isMinLength(12)) },
    ({ room, reads }) =>
      Effect.gen(function* () {
        const maxBytes = 2 * LONGEST_CHARS + REST_BYTES + (room % 2_000)
        const requests: Array<TransportRequest> = []
        const send = ConditionalReads.within(maxBytes)(sendTo(requests))
        const lengths = reads.map((n) => n % LONGEST_CHARS)
        const latestFirst = [...new Set(lengths.toReversed())]
        for (const length of [...lengths, ...latestFirst]) {
          assert.strictEqual((yield* send(requestOf(length))).text.length, length)
        }
        const missIndex = requests
          .slice(lengths.length)
          .findIndex(({ headers }) => headers["if-none-match"] === undefined)
        const keptCount = missIndex < 0 ? latestFirst.length : missIndex
        const bytesOf = (count: number, rest: number) =>
          latestFirst.slice(0, count).reduce((sum, length) => sum + 2 * length + rest, 0)
        assert.isAtMost(bytesOf(keptCount, 0), maxBytes)
        if (missIndex >= 0) assert.isAbove(bytesOf(keptCount + 1, REST_BYTES), maxBytes)
      })
  )

  it.effect("excludes a response larger than the whole cache; the others stay", () =>
    Effect.gen(function* () {
      const requests: Array<TransportRequest> = []
      const send = ConditionalReads.within(1_000)(sendTo(requests))
      for (const length of [100, 501, 501, 100]) yield* send(requestOf(length))
      assert.deepStrictEqual(
        requests.map(({ headers }) => headers["if-none-match"]),
        [undefined, undefined, undefined, '"v"']
      )
    })
  )

  it.effect("is not used by a call with a smaller limit", () =>
    Effect.gen(function* () {
      const requests: Array<TransportRequest> = []
      const send = ConditionalReads.within(10_000)(sendTo(requests))
      yield* send(requestOf(100))
      yield* send({ ...requestOf(100), maxBodyBytes: 50 })
      assert.isUndefined(requests[1]?.headers["if-none-match"])
    })
  )

  it.effect("answers a call that got a 304 even if another call replaced or evicted it meanwhile", () =>
    Effect.gen(function* () {
      const latch = yield* Latch.make()
      let n = 0
      const texts = ["old", "held", "new"]
      const send = ConditionalReads.within(10_000)(({ headers }) =>
        Effect.gen(function* () {
          const turn = n++
          if (turn === 1) yield* latch.await
          return turn === 1 || turn === 3
            ? { status: 304, headers: { "x-seen": String(headers["if-none-match"]) }, text: "" }
            : { status: 200, headers: { etag: `"${turn}"` }, text: texts[turn] ?? "" }
        })
      )
      const readEffect = send(requestOf(1))
      yield* readEffect
      const slowRead = yield* Effect.forkChild(readEffect)
      yield* Effect.yieldNow
      assert.strictEqual((yield* readEffect).text, "new")
      yield* latch.open
      assert.strictEqual((yield* Fiber.join(slowRead)).text, "old")
      const last = yield* readEffect
      assert.deepStrictEqual([last.text, last.headers["x-seen"]], ["new", '"2"'])
    })
  )
})
