import { expect, it } from "vitest"

import { linkPatterns } from "./links.ts"

it("offers profiles of the preset", () => {
  expect(linkPatterns([])).toEqual(["*://*.linkedin.com/in/*", "*://*.linkedin.com/company/*"])
})

it("offers those of an account's own network once, at any port; an address has no hosts below it", () => {
  expect(linkPatterns(["linkedin.com", "127.0.0.1:4680", "[::1]:80", "network.example:8443"])).toEqual([
    "*://*.linkedin.com/in/*",
    "*://*.linkedin.com/company/*",
    "*://127.0.0.1/in/*",
    "*://127.0.0.1/company/*",
    "*://[::1]/in/*",
    "*://[::1]/company/*",
    "*://*.network.example/in/*",
    "*://*.network.example/company/*"
  ])
})
