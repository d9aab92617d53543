import { afterEach, expect, it, vi } from "vitest"

import { originOf, patternOf } from "./origin.ts"

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each([
  { address: "https://api.example/v1", origin: "https://api.example" },
  { address: " https://API.example:443/v1?x#y ", origin: "https://api.example" },
  { address: "http://127.0.0.1:4680/v1", origin: "http://127.0.0.1:4680" },
  { address: "https://user:pass@api.example/", origin: "https://api.example" },
  // `URL.origin` of such an address is "null" in some engines.
  { address: "moz-extension://6b7d1a2c/popup.html?a#b", origin: "moz-extension://6b7d1a2c" },
  { address: "chrome-extension://abcdefgh/popup.html", origin: "chrome-extension://abcdefgh" },
  { address: "not an address", origin: undefined },
  { address: "", origin: undefined },
  { address: undefined, origin: undefined }
])("the origin of $address is $origin", ({ address, origin }) => {
  expect(originOf(address)).toBe(origin)
})

it.each([
  { firefox: "", origin: "https://api.example", pattern: "https://api.example/*" },
  { firefox: "", origin: "http://127.0.0.1:4680", pattern: "http://127.0.0.1:4680/*" },
  { firefox: "yes", origin: "https://api.example:8443", pattern: "https://api.example/*" },
  { firefox: "yes", origin: "http://127.0.0.1:4680", pattern: "http://127.0.0.1/*" }
])("$origin is requested as $pattern", ({ firefox, origin, pattern }) => {
  vi.stubEnv("FIREFOX", firefox)
  expect(patternOf(origin)).toBe(pattern)
})
