import { gzipSync } from "node:zlib"

import { assert, describe } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { paid, books, transports } from "../../tests/over-transports.ts"
import { KEY, clientOf, get, json, post, serve, until, within, type Handler } from "../../tests/provider.ts"

const MEGABYTE = 1024 * 1024

/** Hardly compressible, so that half of it is more than a header. */
const HALF_GZIP = gzipSync(JSON.stringify(Array.from({ length: 2000 }, (_, n) => Math.sin(n)))).subarray(0, 10_000)

for (const [name, test] of transports) {
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
      "may be compressed, start with a byte order mark, or arrive in chunks",
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

    /** `fetch` does not distinguish a damaged body from a broken connection. */
    const damagedTag = name === "undici" ? "Decode" : "Transport"
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
        damagedTag
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
        `that is ${title} is a ${reason} error, and the charge of a paid one is unknown`,
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
      "over the byte limit is not read to the end",
      Effect.gen(function* () {
        let bytesWritten = 0
        const server = yield* serve((response) => {
          response.writeHead(200)
          const more = () => {
            while (bytesWritten < 200 * MEGABYTE && !response.destroyed) {
              bytesWritten += 65536
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
        assert.isBelow(bytesWritten, 50 * MEGABYTE)
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
      "of more than a megabyte does not contain the key, nor does the error if its values are too many",
      Effect.gen(function* () {
        const readable = `["${KEY}","${"x".repeat(MEGABYTE)}"]`
        const many = `["${KEY}",${"[],".repeat(MEGABYTE / 2)}1]`
        const server = yield* serve((response, _, n) => response.end(n === 1 ? readable : many))
        const client = yield* clientOf(server.address, { maxBodyBytes: 2 * MEGABYTE, keepsRefusals: true })
        const { body } = yield* client.call(get())
        assert.deepStrictEqual(body, ["<redacted>", "x".repeat(MEGABYTE)])
        const error = yield* Effect.flip(client.call(get()))
        assert.include(error.message, "too many values")
        assert.match(String(error.raw), /^\["<redacted>",/)
      })
    )

    test(
      "that is a gzip bomb of 50 MB is refused",
      Effect.gen(function* () {
        const bomb = gzipSync(Buffer.alloc(50 * MEGABYTE, 0x20))
        const server = yield* serve((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb))
        const client = yield* clientOf(server.address, { maxBodyBytes: MEGABYTE })
        const error = yield* Effect.flip(client.call(get()))
        assert.strictEqual(error.reason._tag, "Decode")
        assert.include(error.message, "too large")
      })
    )

    const refusals: ReadonlyArray<readonly [number, string, string, RegExp]> = [
      [401, "text/html; charset=utf-8", "<h1>Blocked</h1>", /rejected the account's key\. It came with a web page/],
      [403, "text/html", "<h1>Blocked</h1>", /lacks a right for this call\. It came with a web page/],
      [404, "text/html", "<h1>Not here</h1>", /nothing at this address\. It came with a web page/],
      [403, "application/json", '{"error":"no"}', /^(?!.*web page).*lacks a right/],
      [403, "text/html", '{"error":"no"}', /^(?!.*web page).*lacks a right/],
      [403, "text/plain", "no", /^(?!.*web page).*lacks a right/],
      [503, "text/html", "<h1>Busy</h1>", /failed \(503\)\.$/]
    ]
    for (const [status, type, body, what] of refusals) {
      test(
        `that is a ${status} of ${type} (${body}) says whether a proxy may have answered`,
        Effect.gen(function* () {
          const server = yield* serve((response) => response.writeHead(status, { "content-type": type }).end(body))
          const client = yield* clientOf(server.address)
          assert.match((yield* Effect.flip(client.call(get()))).reason.what, what)
        })
      )
    }

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
      "with status 304 is accepted only for a conditional request",
      Effect.gen(function* () {
        const server = yield* serve((response) => response.writeHead(304).end())
        const client = yield* clientOf(server.address)
        const answer = yield* client.call(get({ headers: { "If-None-Match": '"v1"' } }))
        assert.deepStrictEqual([answer.status, answer.body], [304, null])
        for (const request of [get(), get({ headers: { accept: "application/json" } })]) {
          const error = yield* Effect.flip(client.call(request))
          assert.strictEqual(error.reason._tag, "Decode")
          assert.include(error.message, "status 304 is not valid for this request")
        }
      })
    )

    test(
      "that redirects without a readable address is refused as well",
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
}
