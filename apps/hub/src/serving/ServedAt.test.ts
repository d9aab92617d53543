import { expect, it } from "vitest"

import { isHost, isOwnEnd, isReachedAt, servedAt } from "./ServedAt.ts"

it.each([
  ["10.0.0.5:4670", "10.0.0.5", 4670, true],
  ["10.0.0.5:4670", "::ffff:10.0.0.5", 4670, true],
  ["[fd00::5]:4670", "fd00::5", 4670, true],
  ["10.0.0.5:80", "10.0.0.5", 80, true],
  ["10.0.0.5", "10.0.0.5", 80, true],
  ["10.0.0.5", "10.0.0.5", 4670, false],
  ["10.0.0.6:4670", "10.0.0.5", 4670, false],
  ["hub.example:4670", "10.0.0.5", 4670, false]
])("a request for %s that arrived at %s, port %i, names its own end: %s", (host, localAddress, localPort, is) => {
  expect(isOwnEnd(host, { localAddress, localPort })).toBe(is)
})

it.each([
  ["127.0.0.1", true],
  ["0.0.0.0", true],
  ["::", true],
  ["FD00:0:0::5", true],
  ["Hub.example", true],
  ["hub_1", true],
  ["0", false],
  ["127.1", false],
  ["0x7f000001", false],
  ["[::1]", false],
  ["fe80::1%lo", false],
  ["hub/a", false],
  ["hub?a", false],
  ["me@hub", false],
  ["hub:80", false],
  ["hub:4670", false],
  ["a b", false]
])("%j is a host: %s", (host, is) => expect(isHost(host)).toBe(is))

const AT_PROXY = "https://hub.example"
const LOCAL = "http://127.0.0.1:4670"

it.each([
  // Through a proxy that keeps `Host`, or against the documentation replaces it.
  [AT_PROXY, "hub.example", AT_PROXY, true],
  [AT_PROXY, "127.0.0.1:4670", AT_PROXY, true],
  // TLS that ends before the hub.
  [AT_PROXY, "hub.example", "http://hub.example", true],
  // On its own machine, also if others reach it elsewhere.
  [LOCAL, "127.0.0.1:4670", undefined, true],
  ["http://localhost:4670", "LocalHost:4670", undefined, true],
  ["http://[::1]:4670", "[::1]:4670", undefined, true],
  [LOCAL, "127.0.0.1:4670", AT_PROXY, true],
  // A program at an address that the hub has left, also if it was on another machine.
  ["https://old.example", "hub.example", AT_PROXY, false],
  [LOCAL, "hub.example", AT_PROXY, false],
  ["http://127.0.0.1:4671", "127.0.0.1:4670", undefined, false],
  ["https://hub.example.evil.example", "hub.example", AT_PROXY, false],
  ["https://hub.example@evil.example", "hub.example", AT_PROXY, false],
  ["hub.example", "hub.example", AT_PROXY, false],
  ["", "", AT_PROXY, false]
])("it is reached at %s by a request for %s, with --url %s: %s", (origin, host, url, is) => {
  const served = servedAt({ host: "127.0.0.1", port: 4670, url: url === undefined ? undefined : new URL(url) })
  expect(isReachedAt(origin, host, served)).toBe(is)
})

it.each([
  ["https://hub.example", "hub.example", true],
  // As Go's client sends it for https://hub.example:443.
  ["https://hub.example", "hub.example:443", true],
  ["http://hub.lan", "hub.lan:80", true],
  ["https://hub.example", "hub.example:80", false],
  ["https://hub.example:8443", "hub.example:8443", true],
  ["https://hub.example:8443", "hub.example", false],
  ["https://hub.example", "[::1]:4670", true]
])("with --url %s, a request for %s is for this hub: %s", (url, host, is) => {
  expect(servedAt({ host: "127.0.0.1", port: 4670, url: new URL(url) }).hosts.has(host)).toBe(is)
})
