// A list in a long answer that is read separately from its bytes: what its reader receives, and when none is used.
import { gzipSync } from "node:zlib"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { everything } from "../../tests/over-transports.ts"
import { KEY, clientOf, get, optionsOf, serve } from "../../tests/provider.ts"
import * as Credential from "../credential/Credential.ts"
import * as Fetch from "../transport/fetch.ts"
import type { BodyReader } from "../transport/Transport.ts"
import * as Client from "./Client.ts"
import * as ConditionalReads from "./ConditionalReads.ts"

const ITEMS = 300_000
const body = (items: ReadonlyArray<string>) => Buffer.from(JSON.stringify({ items, more: "x" }))
const numbered = Array.from({ length: ITEMS }, (_, n) => `item ${n}`)
const LONG = body(numbered)

interface Watched {
  /** How many bytes each call received. */
  readonly lengths: Array<number>
  makes: number
  readonly bodyReader: () => BodyReader
}

/** Reads a list of texts by `JSON.parse` at the end. Gives up after `patience` calls. */
const watched = (patience = Number.POSITIVE_INFINITY): Watched => {
  const lengths: Array<number> = []
  const watch: Watched = {
    lengths,
    makes: 0,
    bodyReader: () => {
      watch.makes += 1
      return {
        advance: ({ bytes, text }) => {
          lengths.push(bytes.length)
          assert.strictEqual(text(0, 20), LONG.toString("utf8", 0, 20))
          return lengths.length < patience
        },
        finish: ({ bytes, text }) => {
          const { items, ...rest } = JSON.parse(text(0, bytes.length)) as { readonly items: ReadonlyArray<string> }
          return { text: JSON.stringify({ ...rest, items: [] }), list: { texts: items, build: (texts) => texts } }
        }
      }
    }
  }
  return watch
}

describe("a list that is read separately", () => {
  const ways: ReadonlyArray<readonly [string, Readonly<Record<string, string>>, Buffer]> = [
    ["as it comes", {}, LONG],
    ["of a compressed answer", { "content-encoding": "gzip" }, gzipSync(LONG)]
  ]
  it.live.each(ways)("is read in pieces, %s", ([, headers, bytes]) =>
    Effect.gen(function* () {
      const server = yield* serve((response) => response.writeHead(200, headers).end(bytes))
      const watch = watched()
      const answer = yield* (yield* clientOf(server.address)).call(get({ bodyReader: watch.bodyReader }))
      assert.deepStrictEqual([answer.body, watch.makes], [{ more: "x", items: [] }, 1])
      assert.deepStrictEqual(answer.list, numbered)
      assert.isAbove(watch.lengths.length, 1)
      assert.strictEqual(watch.lengths.at(-1), LONG.length)
    }).pipe(Effect.provide(everything))
  )

  it.live("does not contain the account's key", () =>
    Effect.gen(function* () {
      const forms = [KEY, `a ${encodeURIComponent(KEY)} b`, Buffer.from(`x${KEY}`).toString("base64")]
      const server = yield* serve((response) => response.end(body([...numbered, ...forms, "last"])))
      const { list } = yield* (yield* clientOf(server.address)).call(get({ bodyReader: watched().bodyReader }))
      assert.isTrue(Array.isArray(list))
      const texts = list as ReadonlyArray<string>
      assert.deepStrictEqual(texts.slice(0, ITEMS), numbered)
      assert.deepStrictEqual(texts.slice(ITEMS, ITEMS + 2), ["<redacted>", "a <redacted> b"])
      assert.include(texts[ITEMS + 2], "<redacted>")
      assert.strictEqual(texts[ITEMS + 3], "last")
    }).pipe(Effect.provide(everything))
  )

  const whole = { items: numbered, more: "x" }
  it.live("is read as JSON if the reader gives up", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => response.end(LONG))
      const watch = watched(2)
      const answer = yield* (yield* clientOf(server.address)).call(get({ bodyReader: watch.bodyReader }))
      assert.deepStrictEqual([answer.body, answer.list, watch.lengths.length], [whole, undefined, 2])
    }).pipe(Effect.provide(everything))
  )

  it.live("is read as JSON if the key is a number, because numbers are not searched", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => response.end(LONG))
      const watch = watched()
      const credential = Credential.bearer(Redacted.make("1234567890123456"))
      const client = yield* clientOf(server.address, { credential })
      const answer = yield* client.call(get({ bodyReader: watch.bodyReader }))
      assert.deepStrictEqual([answer.body, watch.makes], [whole, 0])
    }).pipe(Effect.provide(everything))
  )

  it.live("is read as JSON by the small client, and over fetch", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => response.end(LONG))
      const watch = watched()
      const request = get({ bodyReader: watch.bodyReader })
      const small = yield* Client.makeSmall(optionsOf(server.address))
      assert.deepStrictEqual((yield* small.call(request)).body, whole)
      const overFetch = yield* Effect.provide(clientOf(server.address), Fetch.layer)
      assert.deepStrictEqual([(yield* overFetch.call(request)).body, watch.makes], [whole, 0])
    }).pipe(Effect.provide(everything))
  )

  it.live("is not missing from a later read of the whole answer that is revalidated by its ETag", () =>
    Effect.gen(function* () {
      const server = yield* serve((response, { headers }) =>
        headers["if-none-match"] === undefined
          ? response.writeHead(200, { etag: '"1"' }).end(LONG)
          : response.writeHead(304, { etag: '"1"' }).end()
      )
      const client = yield* clientOf(server.address, { conditionalReads: ConditionalReads.within(10 * LONG.length) })
      const separated = yield* client.call(get({ bodyReader: watched().bodyReader }))
      const read = yield* client.call(get())
      assert.deepStrictEqual(separated.list, numbered)
      assert.deepStrictEqual([read.body, read.list], [whole, undefined])
    }).pipe(Effect.provide(everything))
  )

  it.live("does not make a success of an answer that the provider calls a failure", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => response.end(LONG))
      const reason = { _tag: "Decode", what: "The service failed." } as const
      const client = yield* clientOf(server.address, { failureOf: () => reason })
      const error = yield* Effect.flip(client.call(get({ bodyReader: watched().bodyReader })))
      assert.deepStrictEqual(error.reason, reason)
    }).pipe(Effect.provide(everything))
  )

  it.live("is not looked for in a short response or a failure", () =>
    Effect.gen(function* () {
      const server = yield* serve((response, { url }) =>
        url === "/short" ? response.end('{"items":[]}') : response.writeHead(404).end(LONG)
      )
      const watch = watched()
      const client = yield* clientOf(server.address)
      const short = yield* client.call(get({ endpoint: "/short", bodyReader: watch.bodyReader }))
      const { reason } = yield* Effect.flip(client.call(get({ bodyReader: watch.bodyReader })))
      assert.deepStrictEqual([short.body, reason._tag, watch.makes], [{ items: [] }, "NotFound", 0])
    }).pipe(Effect.provide(everything))
  )
})
