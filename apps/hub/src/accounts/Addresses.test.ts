/** Deliveries and accounts behind a proxy that knows only names, which it is left to find if every address is allowed. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { plugins } from "../plugins.gen.ts"
import * as Origins from "../storage/RemoteOrigins.ts"
import { storesAt } from "../testing/places.ts"
import { temporaryDirectories } from "../testing/temporary.ts"
import * as Addresses from "./Addresses.ts"
import * as Stored from "./StoredAccounts.ts"

const temporary = temporaryDirectories()

const asked: Array<string> = []
const proxy = createServer().on("connect", ({ url = "" }, socket) => {
  asked.push(url)
  socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
})

beforeEach(async () => {
  asked.length = 0
  await once(proxy.listen(0, "127.0.0.1"), "listening")
  for (const name of ["NO_PROXY", "no_proxy", "http_proxy", "https_proxy", "HTTPS_PROXY"]) vi.stubEnv(name, undefined)
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((resolve) => proxy.close(resolve))
})

/** Sends a delivery to a host that, by default, only the proxy can find. */
const deliver = (allowPrivate: boolean, host = "inside.invalid", transport = Addresses.deliveryTransport) =>
  Transport.use(({ send }) =>
    Effect.result(send({ method: "POST", url: new URL(`http://${host}/`), headers: {}, maxBodyBytes: 1_000 }))
  ).pipe(
    Effect.provide(
      transport.pipe(
        Layer.provide(Addresses.layer([], allowPrivate)),
        Layer.provide([Layer.mock(Stored.StoredAccounts, {}), Layer.mock(Origins.RemoteOrigins, {})])
      )
    ),
    Effect.runPromise
  )

it("have the proxy find the name with --allow-private", async () => {
  expect((await deliver(true))._tag).toBe("Failure")
  expect(asked).toEqual(["inside.invalid:80"])
})

it("ask the proxy for no name without it", async () => {
  expect((await deliver(false))._tag).toBe("Failure")
  expect(asked).toEqual([])
})

it.each([
  ["a delivery", Addresses.deliveryTransport],
  ["an account", Addresses.transport]
])("have the proxy connect %s to no cloud's metadata, also with --allow-private", async (_, transport) => {
  for (const direct of ["", "169.254.169.254"]) {
    vi.stubEnv("NO_PROXY", direct)
    expect(await deliver(true, "169.254.169.254", transport)).toMatchObject({ failure: { kind: "guarded" } })
  }
  expect(asked).toEqual([])
})

it("trust no name on the private network that came in over the API, which may lead there later, but the user's own", async () => {
  const directory = temporary()
  const services = Addresses.layer(plugins, false).pipe(
    Layer.provide([Stored.layer({ directory, env: {} }), Origins.layer]),
    Layer.provide(storesAt({ directory, url: undefined }))
  )
  const isTrusted = Effect.gen(function* () {
    const { mayConnect } = yield* Addresses.Addresses
    const target = { origin: process.env["INLAY_CODEHOST_BASE_URL"] ?? "", address: "10.0.0.1" }
    return yield* Effect.callback<boolean>((resume) => mayConnect(target, (is) => resume(Effect.succeed(is))))
  })
  vi.stubEnv("INLAY_CODEHOST_TOKEN", "any")
  await Effect.gen(function* () {
    const { remote } = yield* Addresses.Addresses
    yield* remote({ base_url: "https://theirs.example" })
    yield* remote({ base_url: "https://theirs.example" })
    vi.stubEnv("INLAY_CODEHOST_BASE_URL", "https://theirs.example")
    expect(yield* isTrusted).toBe(false)
    vi.stubEnv("INLAY_CODEHOST_BASE_URL", "https://own.example")
    expect(yield* isTrusted).toBe(true)
    yield* remote({ base_url: "https://own.example" })
    expect(yield* isTrusted).toBe(true)
  }).pipe(Effect.provide(services), Effect.runPromise)
})
