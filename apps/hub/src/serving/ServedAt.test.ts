import { expect, it } from "vitest"

import { isOwnEnd } from "./ServedAt.ts"

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
