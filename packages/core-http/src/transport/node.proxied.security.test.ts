/** Tests of the transport that checks its connections, on a machine whose environment names a proxy. */
import { lookup } from "node:dns/promises"
import * as Http from "node:http"
import * as Net from "node:net"
import { hostname } from "node:os"
import * as Tls from "node:tls"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { withEnvironment } from "../../tests/proxy-environment.ts"
import * as Node from "./node.ts"
import { Transport } from "./Transport.ts"

const listening = (server: Net.Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, () => resume(Effect.succeed((server.address() as Net.AddressInfo).port)))
    }),
    () => Effect.sync(() => server.close())
  )

/** A proxy that opens every tunnel and answers every plain request itself. */
const proxying = Effect.gen(function* () {
  const asked: Array<string> = []
  const server = Http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.end("{}")
  })
  server.on("connect", ({ url = "" }: Http.IncomingMessage, client: Net.Socket) => {
    asked.push(`CONNECT ${url}`)
    const { hostname: host, port } = new URL(`http://${url}`)
    const target = Net.connect({ host: host.replace(/^\[|\]$/g, ""), port: Number(port) }, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n")
      target.pipe(client).pipe(target)
    })
    target.on("error", () => client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"))
    client.on("error", () => target.destroy()).on("close", () => target.destroy())
  })
  const port = yield* listening(server)
  return { asked, address: `http://127.0.0.1:${port}` }
})

const get = (url: string, alone = false) =>
  Effect.flatMap(Transport, (transport) =>
    Effect.result(transport.send({ method: "GET", url: new URL(url), headers: {}, maxBodyBytes: 1_000, alone }))
  )

/** This machine by a name that is not loopback by itself, and where the name leads. */
const machine = Effect.promise(async () => {
  const addresses = await lookup(hostname(), { all: true })
  return { name: hostname().toLowerCase(), addresses: addresses.map(({ address }) => address) }
})

const written = (address: string) => (address.includes(":") ? `[${address}]` : address)

describe("a guarded transport behind a proxy", () => {
  it.live("asks the proxy for nothing in a private network", () =>
    Effect.gen(function* () {
      const { asked, address } = yield* proxying
      const { name, addresses } = yield* machine
      yield* withEnvironment({ HTTPS_PROXY: address, HTTP_PROXY: address })
      const targets: Array<Node.ConnectTarget> = []
      const guarded = Node.layerGuarded((target, answer) => {
        targets.push(target)
        setImmediate(() => answer(false))
      })
      yield* Effect.gen(function* () {
        for (const alone of [false, true]) {
          for (const host of ["169.254.169.254", "10.0.0.5:8443", "[fd00::1]", name]) {
            for (const scheme of ["http", "https"]) {
              const result = yield* get(`${scheme}://${host}/latest`, alone)
              assert.deepStrictEqual(
                result._tag === "Failure" && [result.failure.kind, result.failure.sent],
                ["guarded", false],
                `${scheme}://${host}`
              )
            }
          }
        }
      }).pipe(Effect.provide(guarded))
      assert.deepStrictEqual(asked, [])
      assert.includeDeepMembers(targets, [
        { origin: `https://${name}`, address: undefined },
        { origin: "https://169.254.169.254", address: "169.254.169.254" },
        { origin: "http://10.0.0.5:8443", address: "10.0.0.5" },
        { origin: "https://[fd00::1]", address: "fd00::1" },
        { origin: `https://${name}`, address: addresses[0] }
      ])
    }).pipe(Effect.scoped)
  )

  it.live("has the proxy connect to the address that was checked, and keeps the name for TLS", () =>
    Effect.gen(function* () {
      const { asked, address } = yield* proxying
      const { name, addresses } = yield* machine
      const hosts: Array<string | undefined> = []
      const names: Array<string> = []
      const plain = yield* listening(
        Http.createServer((request, response) => {
          hosts.push(request.headers.host)
          response.end("{}")
        })
      )
      const secure = yield* listening(
        Tls.createServer({ SNICallback: (servername, answer) => (names.push(servername), answer(null)) }).on(
          "tlsClientError",
          () => {}
        )
      )
      yield* withEnvironment({ HTTPS_PROXY: address, HTTP_PROXY: address })
      const guarded = Node.layerGuarded((target, answer) => answer(target.address !== undefined))
      yield* Effect.gen(function* () {
        for (const alone of [false, true]) {
          assert.strictEqual((yield* get(`http://${name}:${plain}/`, alone))._tag, "Success")
        }
        // Nothing vouches for this server, so the handshake fails, after the name was sent.
        const result = yield* get(`https://${name}:${secure}/`)
        assert.isTrue(result._tag === "Failure" && !result.failure.sent && result.failure.kind === "network")
      }).pipe(Effect.provide(guarded))
      assert.deepStrictEqual(hosts, [`${name}:${plain}`, `${name}:${plain}`])
      assert.include(names, name)
      assert.isNotEmpty(asked)
      const checked = addresses.flatMap((each) => [plain, secure].map((port) => `CONNECT ${written(each)}:${port}`))
      for (const each of asked) assert.include(checked, each)
    }).pipe(Effect.scoped)
  )

  it.live("leaves the name to the proxy where the check allows it, so it need not resolve here", () =>
    Effect.gen(function* () {
      const { asked, address } = yield* proxying
      yield* withEnvironment({ HTTPS_PROXY: address })
      const guarded = Node.layerGuarded(({ origin }, answer) => answer(origin === "https://own.provider.invalid"))
      yield* Effect.gen(function* () {
        yield* get("https://own.provider.invalid/")
        const result = yield* get("https://other.provider.invalid/")
        assert.deepStrictEqual(result._tag === "Failure" && [result.failure.kind, result.failure.sent], [
          "network",
          false
        ])
      }).pipe(Effect.provide(guarded))
      assert.deepStrictEqual(asked, ["CONNECT own.provider.invalid:443"])
    }).pipe(Effect.scoped)
  )

  it.live("checks an address that stands in place of a name, although names are left to the proxy", () =>
    Effect.gen(function* () {
      const { asked, address } = yield* proxying
      yield* withEnvironment({ HTTPS_PROXY: address, HTTP_PROXY: address })
      const guarded = Node.layerGuarded((target, answer) => answer(target.address === undefined))
      for (const url of ["http://169.254.169.254/", "https://[fd00:ec2::254]/"]) {
        const result = yield* Effect.provide(get(url), guarded)
        assert.strictEqual(result._tag === "Failure" && result.failure.kind, "guarded", url)
      }
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.scoped)
  )

  it.live("reaches the hosts of NO_PROXY directly, and checks them", () =>
    Effect.gen(function* () {
      const { asked, address } = yield* proxying
      const { name } = yield* machine
      const port = yield* listening(Http.createServer((_, response) => response.end("{}")))
      yield* withEnvironment({ HTTP_PROXY: address, NO_PROXY: `other.example,${name}` })
      for (const allows of [true, false]) {
        const guarded = Node.layerGuarded((_, answer) => answer(allows))
        const result = yield* Effect.provide(get(`http://${name}:${port}/`), guarded)
        assert.strictEqual(result._tag === "Success" ? "sent" : result.failure.kind, allows ? "sent" : "guarded")
      }
      assert.deepStrictEqual(asked, [])
    }).pipe(Effect.scoped)
  )

  it.live("sends nothing through a SOCKS proxy, which resolves every name itself", () =>
    Effect.gen(function* () {
      let connections = 0
      const port = yield* listening(Net.createServer((socket) => (connections++, socket.destroy())))
      yield* withEnvironment({ HTTPS_PROXY: `socks5://127.0.0.1:${port}` })
      const guarded = Node.layerGuarded((_, answer) => answer(true))
      const result = yield* Effect.provide(get("https://169.254.169.254/"), guarded)
      assert.deepStrictEqual(
        result._tag === "Failure" && [result.failure.kind, result.failure.detail, result.failure.sent],
        ["network", "the proxy in HTTPS_PROXY is a SOCKS proxy, through which a server does not send", false]
      )
      assert.strictEqual(connections, 0)
    }).pipe(Effect.scoped)
  )
})
