import type { IncomingMessage } from "node:http"

import { expect, it } from "vitest"

import { callerAddress } from "./allowances.ts"

const request = (remoteAddress: string, seen?: string) => ({
  socket: { remoteAddress } as IncomingMessage["socket"],
  headers: seen === undefined ? {} : { "x-forwarded-for": seen }
})

it.each([
  ["an address of the internet, whatever it says of itself", request("8.8.8.8", "1.1.1.1"), "8.8.8.8"],
  ["the same on a socket of both versions", request("::ffff:8.8.8.8", "1.1.1.1"), "8.8.8.8"],
  ["the address that a proxy on this machine saw last", request("127.0.0.1", "1.1.1.1, 9.9.9.9"), "9.9.9.9"],
  ["the address that a proxy in a container saw", request("::ffff:172.17.0.2", "9.9.9.9"), "9.9.9.9"],
  ["an address that the proxy states with its port", request("127.0.0.1", "1.1.1.1, 9.9.9.9:51234"), "9.9.9.9"],
  ["the network of an IPv6 address with its port", request("127.0.0.1", "[2606:4700::1111]:51234"), "2606:4700:0:0"],
  ["this machine", request("127.0.0.1"), "127.0.0.1"],
  ["the network of an IPv6 address", request("2606:4700:1:2:3:4:5:6"), "2606:4700:1:2"],
  ["the network of a short IPv6 address", request("2606:4700::1111"), "2606:4700:0:0"]
])("counts by %s", (_, from, address) => {
  expect(callerAddress(from)).toBe(address)
})
