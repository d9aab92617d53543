/** Client documents, which anybody may name, are fetched from the public internet and nowhere else. */
import dns from "node:dns"
import { createServer as createProxy } from "node:http"
import { createServer as createSite } from "node:https"
import { syncBuiltinESMExports } from "node:module"
import { createServer, isIP, type AddressInfo, type Server, type Socket } from "node:net"
import { getCACertificates, setDefaultCACertificates } from "node:tls"

import { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest"

import { publicTransport } from "../../accounts/Addresses.ts"
import { makeAuthority } from "../../testing/certificate.ts"
import { PRIVATE } from "../../testing/private-addresses.ts"
import { CLIENT_ID } from "../../testing/sign-in/agent.ts"
import { makeFetchDocument } from "./client-documents.ts"

const REFUSED = /only from the public internet/

beforeEach(() => {
  for (const name of ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "NO_PROXY", "no_proxy"]) {
    vi.stubEnv(name, undefined)
  }
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Has every name resolve to these addresses. */
const resolveTo = (...addresses: ReadonlyArray<string>): void => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup = (_: string, __: object, callback: (error: null, all: typeof found) => void) => callback(null, found)
  vi.spyOn(dns, "lookup").mockImplementation(lookup as never)
  syncBuiltinESMExports()
}

const fetchDocument = (address: string) =>
  Effect.runPromise(
    Effect.flatMap(Transport, (transport) => Effect.tryPromise(() => makeFetchDocument(transport)(address))).pipe(
      Effect.mapError(({ cause }) => cause),
      Effect.provide(publicTransport)
    )
  )

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

it("nothing connects to a private address, whatever name or form of it leads there", async () => {
  let connects = 0
  const port = await listening(
    createServer((socket) => {
      connects++
      socket.destroy()
    })
  )
  const literals = PRIVATE.map((address) => (address.includes(":") ? `[${address}]` : address))
  const odd = ["localhost", "2130706433", "0x7f000001", "017700000001", "127.1", "0", "[::ffff:7f00:1]", "127.0.0.1."]
  const targets = [
    ...[...literals, ...odd].map((host) => ({ host, addresses: ["127.0.0.1"] })),
    ...PRIVATE.map((address) => ({ host: "name.example", addresses: [address] })),
    // A private address among public ones indicates an attack.
    ...PRIVATE.map((address) => ({ host: "both.example", addresses: ["93.184.215.14", address] }))
  ]
  for (const { host, addresses } of targets) {
    resolveTo(...addresses)
    for (const scheme of ["https", "http"]) {
      await expect(fetchDocument(`${scheme}://${host}:${port}/client.json`), `${scheme} ${host}`).rejects.toThrow(
        REFUSED
      )
    }
  }
  expect(targets.length * 2).toBeGreaterThanOrEqual(190)
  expect(connects).toBe(0)
})

it("a proxy is told the public address of the name, and asked for nothing else", async () => {
  const authority = makeAuthority("documents")
  const before = getCACertificates("default")
  setDefaultCACertificates([authority.certificate])
  onTestFinished(() => setDefaultCACertificates(before))
  const { certificate: cert, key } = authority.serverOf("agent.example")
  const site = createSite({ cert, key }, ({ headers }, response) => void response.end(`{"host":"${headers.host}"}`))
  const asked: Array<string | undefined> = []
  const proxy = createProxy().on("connect", ({ url }, client: Socket) => {
    asked.push(url)
    client.write("HTTP/1.1 200 OK\r\n\r\n")
    site.emit("connection", client)
  })
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${await listening(proxy)}`)
  resolveTo("93.184.215.14")
  expect(await (await fetchDocument(CLIENT_ID)).json()).toEqual({ host: "agent.example" })
  for (const address of PRIVATE) {
    resolveTo("93.184.215.14", address)
    await expect(fetchDocument(CLIENT_ID), address).rejects.toThrow(REFUSED)
  }
  expect(asked).toEqual(["93.184.215.14:443"])
})
