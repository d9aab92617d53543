import { expect, it } from "vitest"

import { linkPatterns, repositoryPatterns } from "./links.ts"

it("offers profiles of the preset", () => {
  expect(linkPatterns([])).toEqual(["*://*.linkedin.com/in/*", "*://*.linkedin.com/company/*"])
})

it("offers profiles of an account's own network once, at any port; an IP address has no subdomains", () => {
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

it("offers repositories of the preset and of connected servers, at any port and below their path", () => {
  expect(repositoryPatterns([])).toEqual(["*://github.com/*/*"])
  expect(repositoryPatterns(["github.com", "code.acme.example:8443", "127.0.0.1:4680/repo", "no host"])).toEqual([
    "*://github.com/*/*",
    "*://code.acme.example/*/*",
    "*://127.0.0.1/repo/*/*"
  ])
})
