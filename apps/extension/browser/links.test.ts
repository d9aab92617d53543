import { expect, it } from "vitest"

import { linkPatterns, repositoryPatterns } from "./links.ts"

const patternsAt = (host: string) =>
  ["in", "company", "comm/in", "comm/company", "mwlite/in", "mwlite/company"].map((path) => `*://${host}/${path}/*`)

it("offers profiles of the preset, also as e-mails and pages for phones link to them", () => {
  expect(linkPatterns([])).toEqual(patternsAt("*.linkedin.com"))
})

it("offers profiles of an account's own network once, at any port; an IP address has no subdomains", () => {
  expect(linkPatterns(["linkedin.com", "127.0.0.1:4680", "[::1]:80", "network.example:8443"])).toEqual(
    ["*.linkedin.com", "127.0.0.1", "[::1]", "*.network.example"].flatMap(patternsAt)
  )
})

it("offers repositories of the preset and of connected servers, at any port and below their path", () => {
  expect(repositoryPatterns([])).toEqual(["*://github.com/*/*"])
  expect(repositoryPatterns(["github.com", "code.acme.example:8443", "127.0.0.1:4680/repo", "no host"])).toEqual([
    "*://github.com/*/*",
    "*://code.acme.example/*/*",
    "*://127.0.0.1/repo/*/*"
  ])
})
