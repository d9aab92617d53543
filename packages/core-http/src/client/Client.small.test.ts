// The client for programs that must stay small. What it leaves out is refused, or read in another way, but never half
// done.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Tracer from "effect/Tracer"

import { everything } from "../../tests/over-transports.ts"
import { KEY, get, json, optionsOf, serve } from "../../tests/provider.ts"
import * as Client from "./Client.ts"

const MEGABYTE = 1024 * 1024

describe("the small client", () => {
  it.live("refuses a request with caller headers, and sends nothing", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* Client.makeSmall(optionsOf(server.address))
      const { reason } = yield* Effect.flip(client.call(get({ headers: { accept: "application/json" } })))
      assert.strictEqual(reason._tag === "Refused" && reason.guard, "header")
      assert.strictEqual(server.seen.length, 0)
    }).pipe(Effect.provide(everything))
  )

  it.live("sends the account's key, whatever headers its own guard lets through", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* Client.makeSmall(optionsOf(server.address), Result.succeed)
      yield* client.call(get({ headers: { authorization: "Bearer another" } }))
      assert.strictEqual(server.seen[0]?.headers.authorization, `Bearer ${KEY}`)
    }).pipe(Effect.provide(everything))
  )

  it.live("refuses every redirect, even one that the request allows", () =>
    Effect.gen(function* () {
      const storage = yield* serve((response) => response.end("a log"))
      const service = yield* serve((response, { url }) =>
        response.writeHead(302, { location: url === "/away" ? `${storage.address}/blob` : "/api/new" }).end()
      )
      const client = yield* Client.makeSmall(optionsOf(service.address))
      for (const request of [
        get({ endpoint: "/away", followDownload: { maxBytes: 1_000 } }),
        get({ endpoint: "/old", followMoved: true })
      ]) {
        const { reason } = yield* Effect.flip(client.call(request))
        assert.strictEqual(reason._tag === "Refused" && reason.guard, "redirect")
      }
      assert.strictEqual(storage.seen.length, 0)
      assert.strictEqual(service.seen.length, 2)
    }).pipe(Effect.provide(everything))
  )

  it.live("reads a response of several MB in one go, without the account's key in it", () =>
    Effect.gen(function* () {
      const items = Array.from({ length: 30_000 }, (_, n) => ({ n, note: `of ${n}`, text: "x".repeat(40) }))
      const server = yield* serve((response) => json(response, { items, echo: `Bearer ${KEY}` }))
      const client = yield* Client.makeSmall(optionsOf(server.address))
      const { body } = yield* client.call(get())
      assert.isAbove(JSON.stringify(body).length, 2 * MEGABYTE)
      assert.deepStrictEqual((body as { items: unknown }).items, items)
      assert.notInclude(JSON.stringify(body), KEY)
    }).pipe(Effect.provide(everything))
  )

  it.live("creates no spans, unlike the full client", () =>
    Effect.gen(function* () {
      const names: Array<string> = []
      const tracer = Tracer.make({
        span: (options) => {
          names.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      })
      const server = yield* serve((response) => json(response, {}))
      const small = yield* Client.makeSmall(optionsOf(server.address))
      const whole = yield* Client.make(optionsOf(server.address))
      yield* Effect.withTracer(small.call(get()), tracer)
      assert.deepStrictEqual(names, [])
      yield* Effect.withTracer(whole.call(get()), tracer)
      assert.deepStrictEqual(names, ["salesdata.read"])
    }).pipe(Effect.provide(everything))
  )
})
