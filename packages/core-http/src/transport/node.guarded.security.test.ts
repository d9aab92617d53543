/** Tests of the transport that checks each connection by the address to which its host name resolves at that moment. */
import dns from "node:dns"
import * as Http from "node:http"
import { syncBuiltinESMExports } from "node:module"
import * as Net from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { until } from "../../tests/provider.ts"
import * as Node from "./node.ts"
import { Transport } from "./Transport.ts"

const serving = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly reached: Array<string>; readonly server: Http.Server }>(
    (resume) => {
      const reached: Array<string> = []
      const server = Http.createServer((request, response) => {
        reached.push(request.url ?? "")
        response.end("{}")
      }).listen(0, "127.0.0.1", () =>
        resume(Effect.succeed({ port: (server.address() as Net.AddressInfo).port, reached, server }))
      )
    }
  ),
  ({ server }) => Effect.sync(() => server.close())
)

const get = (url: string, alone = false) =>
  Effect.flatMap(Transport, (transport) =>
    Effect.result(transport.send({ method: "GET", url: new URL(url), headers: {}, maxBodyBytes: 1_000, alone }))
  )

describe("a guarded transport", () => {
  it.live("connects only to allowed addresses", () =>
    Effect.gen(function* () {
      const { port, reached } = yield* serving
      const targets: Array<Node.ConnectTarget> = []
      let allows = false
      const guarded = Node.layerGuarded((target, answer) => {
        targets.push(target)
        setImmediate(() => answer(allows))
      })
      yield* Effect.gen(function* () {
        for (const host of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]"]) {
          const result = yield* get(`http://${host}:${port}/`)
          assert.deepStrictEqual(
            result._tag === "Failure" && [result.failure.kind, result.failure.sent],
            ["guarded", false],
            host
          )
        }
        assert.deepStrictEqual(reached, [])
        assert.isTrue(targets.every(({ origin }) => origin.endsWith(`:${port}`)))
        assert.includeMembers(
          targets.map(({ address }) => address),
          ["127.0.0.1", "::1"]
        )
        allows = true
        for (const alone of [false, true]) {
          assert.strictEqual((yield* get(`http://localhost:${port}/name`, alone))._tag, "Success")
          assert.strictEqual((yield* get(`http://127.0.0.1:${port}/number`, alone))._tag, "Success")
        }
        assert.strictEqual(reached.length, 4)
      }).pipe(Effect.provide(guarded))
    }).pipe(Effect.scoped)
  )

  it.live("refuses a name if any of its addresses is refused, because the connection may be made to each", () =>
    Effect.gen(function* () {
      const { port, reached } = yield* serving
      const { lookup } = dns
      // No name has two addresses on every machine.
      const resolver = ((_: string, __: dns.LookupAllOptions, callback: (...result: ReadonlyArray<unknown>) => void) =>
        callback(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "127.0.0.2", family: 4 }
        ])) as unknown as typeof lookup
      const use = (one: typeof lookup) => {
        dns.lookup = one
        syncBuiltinESMExports()
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => use(resolver)),
        () => Effect.sync(() => use(lookup))
      )
      for (const refused of ["127.0.0.1", "127.0.0.2", undefined]) {
        const guarded = Node.layerGuarded(({ address }, answer) => answer(address !== refused))
        const result = yield* Effect.provide(get(`http://two.example:${port}/`), guarded)
        assert.strictEqual(result._tag, refused === undefined ? "Success" : "Failure")
      }
      assert.strictEqual(reached.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("fails like any other if a name does not resolve, without a check", () =>
    Effect.gen(function* () {
      let checks = 0
      const guarded = Node.layerGuarded((_, answer) => {
        checks += 1
        answer(true)
      })
      for (const alone of [false, true]) {
        // No resolver is asked for a label of more than 63 characters.
        const result = yield* Effect.provide(get(`http://${"a".repeat(64)}.invalid/`, alone), guarded)
        assert.deepStrictEqual(result._tag === "Failure" && [result.failure.kind, result.failure.sent], [
          "network",
          false
        ])
      }
      assert.strictEqual(checks, 0)
    })
  )

  it.live("refuses everything if its check fails", () =>
    Effect.gen(function* () {
      const { port, reached } = yield* serving
      const result = yield* get(`http://127.0.0.1:${port}/`).pipe(
        Effect.provide(
          Node.layerGuarded(() => {
            throw new Error("broken")
          })
        )
      )
      assert.deepStrictEqual(result._tag === "Failure" && result.failure.kind, "guarded")
      assert.deepStrictEqual(reached, [])
    }).pipe(Effect.scoped)
  )

  it.live("ends connections that are not established yet when it is closed", () =>
    Effect.gen(function* () {
      const open = new Set<Net.Socket>()
      // Accepts TCP but never answers the TLS handshake.
      const silent = yield* Effect.acquireRelease(
        Effect.callback<Net.Server>((resume) => {
          const server = Net.createServer((socket) => {
            open.add(socket)
            socket
              .resume()
              .on("error", () => {})
              .on("close", () => open.delete(socket))
          }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => (open.forEach((socket) => socket.destroy()), server.close()))
      )
      const { port } = silent.address() as Net.AddressInfo
      for (const host of ["127.0.0.1", "localhost"]) {
        yield* Effect.gen(function* () {
          yield* Effect.forkScoped(get(`https://${host}:${port}/`))
          yield* until(() => open.size === 1)
        }).pipe(Effect.scoped, Effect.provide(Node.layerGuarded((_, answer) => answer(true))))
        yield* until(() => open.size === 0)
      }
    })
  )
})
