import * as Http from "node:http"
import * as Net from "node:net"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"

import { paid } from "../../tests/over-transports.ts"
import { clientOf, get, json, post, serve, spending } from "../../tests/provider.ts"
import { withEnvironment } from "../../tests/proxy-environment.ts"
import { proxyProblem, refuseSocks } from "../transport/node-proxy.ts"
import * as Node from "../transport/node.ts"

describe("undici: a proxy", () => {
  it.live("is not used for loopback, is used for other hosts, and logs no warning", () =>
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
      const onWarning = (warning: Error) => void warnings.push(warning.message)
      yield* Effect.acquireRelease(
        Effect.sync(() => process.on("warning", onWarning)),
        () => Effect.sync(() => process.off("warning", onWarning))
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

  it.live("with an invalid address fails the call, not the program", () =>
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

  const ONCE = { retry: { base: 1, cap: 1, times: 0 } }
  const post407 = "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"

  for (const [title, answer, problem] of [
    ["that refuses", post407, "the proxy in HTTPS_PROXY answered 407"],
    ["that is none", "SSH-2.0-x\r\n", "the proxy in HTTPS_PROXY does not answer in HTTP"]
  ] as const) {
    it.live(`${title} is named, and nothing was sent`, () =>
      Effect.gen(function* () {
        const proxy = yield* Effect.acquireRelease(
          Effect.callback<Net.Server>((resume) => {
            const server = Net.createServer((socket) => {
              socket.on("error", () => {}).once("data", () => socket.end(answer))
            }).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
          }),
          (server) => Effect.sync(() => server.close())
        )
        yield* withEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as Net.AddressInfo).port}` })
        const client = yield* clientOf("https://api.provider.invalid", ONCE)
        const error = yield* Effect.flip(client.call(post()))
        assert.deepInclude(error.reason, {
          _tag: "Transport",
          sent: false,
          what: `No connection could be made (${problem}).`
        })
        assert.isUndefined(error.outcome)
      }).pipe(Effect.provide(Layer.fresh(Layer.merge(Node.layer, spending))))
    )
  }

  const PROXY = "http://proxy.example:3128"
  const invalid = Object.assign(new TypeError("Invalid URL"), { code: "ERR_INVALID_URL" })
  const refused = new Error("Proxy response (407) !== 200 when HTTP Tunneling")
  const rows: ReadonlyArray<readonly [string, Record<string, string>, Error, string | undefined, string?]> = [
    ["that is the only one which is no address", { HTTPS_PROXY: PROXY, HTTP_PROXY: "x:1" }, invalid, "HTTP_PROXY is"],
    ["in lower case comes first", { https_proxy: "x:1", HTTPS_PROXY: "y:1" }, invalid, "https_proxy is"],
    ["that is empty in lower case is none", { https_proxy: "", HTTPS_PROXY: "y:1" }, invalid, undefined],
    ["for https comes first", { http_proxy: PROXY, https_proxy: PROXY }, refused, "the proxy in https_proxy answered"],
    ["is not to blame on loopback", { HTTPS_PROXY: "x:1" }, invalid, undefined, "http://127.0.0.1:9"]
  ]
  for (const [title, variables, cause, problem, address = "https://api.provider.invalid"] of rows) {
    it.effect(title, () =>
      Effect.gen(function* () {
        yield* withEnvironment(variables)
        const reported = proxyProblem(new URL(address), cause)
        assert.strictEqual(reported?.slice(0, problem?.length), problem)
      })
    )
  }

  it.effect("by SOCKS is refused, however its scheme is written", () =>
    Effect.gen(function* () {
      yield* withEnvironment({ HTTPS_PROXY: PROXY, http_proxy: "SOCKS5://proxy.example:1080" })
      assert.throws(refuseSocks, /in http_proxy is a SOCKS proxy/)
    })
  )

  for (const address of ["proxy:3128", "::nonsense::"]) {
    it.live(`at ${address}, which is no address, is named`, () =>
      Effect.gen(function* () {
        yield* withEnvironment({ https_proxy: address })
        const client = yield* clientOf("https://api.provider.invalid", ONCE)
        const error = yield* Effect.flip(client.call(post()))
        assert.include(
          error.message,
          "No connection could be made (https_proxy is not an address such as http://proxy.example:3128)."
        )
      }).pipe(Effect.provide(Layer.fresh(Layer.merge(Node.layer, spending))))
    )
  }
})
