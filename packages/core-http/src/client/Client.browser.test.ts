import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { paid, books } from "../../tests/over-transports.ts"
import { clientOf, get, hang, json, post, serve, spending } from "../../tests/provider.ts"
import * as Fetch from "../transport/fetch.ts"

describe("fetch: a browser", () => {
  const everything = Layer.merge(Fetch.layer, spending)
  const replacing = (name: "fetch" | "navigator" | "Request", value: unknown) =>
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

  it.live("without a navigator, like some servers that run code for browsers, sends", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      yield* replacing("navigator", undefined)
      const client = yield* clientOf(server.address)
      assert.strictEqual((yield* client.call(get())).status, 200)
    }).pipe(Effect.provide(everything))
  )

  it.live("sends and charges nothing if it cannot write the request", () =>
    Effect.gen(function* () {
      yield* replacing("Request", () => assert.fail("refused"))
      const client = yield* clientOf("https://api.provider.example/v1", { quote: paid() })
      const error = yield* Effect.flip(client.call(post()))
      assert.isTrue(error.reason._tag === "Transport" && !error.reason.sent)
      assert.deepStrictEqual(yield* books, { spent: 0, unknowns: 0 })
    }).pipe(Effect.provide(everything))
  )

  it.live("hides the target of a redirect; the call is still refused", () =>
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

  it.live("cannot distinguish a refused connection from a lost one, so the request counts as possibly sent", () =>
    Effect.gen(function* () {
      const { address } = yield* Effect.scoped(serve(hang))
      const client = yield* clientOf(address, { quote: paid() })
      const error = yield* Effect.flip(client.call(post()))
      assert.isTrue(error.reason._tag === "Transport" && error.reason.sent)
      assert.strictEqual(error.charged, "unknown")
    }).pipe(Effect.provide(everything))
  )
})
