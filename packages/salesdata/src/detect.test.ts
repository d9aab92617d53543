import { detectSuite } from "@inlay/agent-plugin/testing"
import { describe, expect, it } from "vitest"

import { finds, ignores, profileSites } from "./detect-examples.ts"
import { detect } from "./detect.ts"

detectSuite([
  { plugin: "salesdata", detect: (url) => detect(url, profileSites)?.kind, finds, ignores, general: ["site"] }
])

describe("detect", () => {
  it.each([
    ["https://shop.acme.com.au/x", "acme.com.au"],
    ["https://www.acme.co.nz/", "acme.co.nz"],
    ["https://a.b.acme.nz/", "acme.nz"],
    ["https://team.acme.io/", "acme.io"],
    ["https://iponz.govt.nz/", "iponz.govt.nz"],
    ["https://acme.com/", "acme.com"],
    ["https://acme.myshopify.com/x", "acme.myshopify.com"],
    ["https://a.acme.github.io/", "acme.github.io"],
    ["https://www.hill.school.nsw.edu.au/", "school.nsw.edu.au"]
  ])("takes the company's own domain from %s", (url, domain) => {
    expect(detect(url, profileSites)).toEqual({ kind: "site", domain })
  })

  it("does not accept a look-alike host as the profile site", () => {
    expect(detect("https://linkedin.com.evil.example/in/jane", profileSites)?.kind).toBe("site")
    expect(detect("https://notlinkedin.com/in/jane", profileSites)?.kind).toBe("site")
  })

  it("gives the same subject for every spelling of a profile's address", () => {
    const spellings = [
      "https://www.linkedin.com/in/Jane-Doe",
      "https://linkedin.com/in/jane-doe/fr/",
      "http://linkedin.com/in/jane%2Ddoe?x"
    ]
    expect(new Set(spellings.map((url) => JSON.stringify(detect(url, profileSites)))).size).toBe(1)
  })
})
