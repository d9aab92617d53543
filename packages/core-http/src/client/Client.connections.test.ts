import * as Http from "node:http"
import * as Net from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"

import { books, everything, paid } from "../../tests/over-transports.ts"
import { clientOf, get, hang, json, post, serve, until, within } from "../../tests/provider.ts"

describe("undici: a connection", () => {
  it.live("that is refused sent nothing: it is retried and costs nothing", () =>
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

  it.live("that is refused at first is retried, even for calls that must not be repeated", () =>
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

  it.live("to a host that does not exist or has no TLS sent nothing", () =>
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

  it.live("that is still being opened at the time limit sent nothing", () =>
    Effect.gen(function* () {
      // A server that accepts TCP but never answers the TLS handshake.
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

  it.live("is reused for the next call", () =>
    Effect.gen(function* () {
      const server = yield* serve((response) => json(response, {}))
      const client = yield* clientOf(server.address)
      for (let n = 0; n < 10; n++) yield* client.call(get())
      assert.isAtMost(new Set(server.seen.map(({ socket }) => socket)).size, 2)
    }).pipe(Effect.provide(everything))
  )

  it.live("is closed if a response's encoding is unknown", () =>
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

describe("undici: the connection of a paid call", () => {
  it.live("is used for nothing else, before or after", () =>
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
    }).pipe(Effect.provide(everything))
  )
})
