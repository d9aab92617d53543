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
    ["https://www.hill.school.nsw.edu.au/", "school.nsw.edu.au"],
    ["https://hill-p.schools.nsw.gov.au/", "hill-p.schools.nsw.gov.au"],
    ["https://www.hill-p.schools.nsw.edu.au/", "hill-p.schools.nsw.edu.au"],
    ["https://hillss.eq.edu.au/", "hillss.eq.edu.au"],
    ["https://www.stmarys.catholic.edu.au/", "stmarys.catholic.edu.au"],
    ["https://www.foo.qld.au/", "foo.qld.au"],
    ["https://a.foo.qld.au/", "foo.qld.au"],
    ["https://www.health.nsw.gov.au/", "health.nsw.gov.au"],
    ["https://www.nsw.gov.au/", "nsw.gov.au"],
    ["https://education.eq.example/", "eq.example"],
    ["https://tetumu.māori.nz/", "tetumu.xn--mori-qsa.nz"],
    ["https://a.tetumu.maori.nz/", "tetumu.maori.nz"],
    ["https://shop.acme.me.uk/", "acme.me.uk"],
    ["https://www.acme.ltd.uk/", "acme.ltd.uk"],
    ["https://www.soumu.go.jp/", "soumu.go.jp"],
    ["https://www.sat.gob.mx/", "sat.gob.mx"],
    ["https://www.economie.gouv.fr/", "economie.gouv.fr"],
    ["https://a.acme.replit.app/", "acme.replit.app"],
    ["https://acme.wixstudio.com/site", "acme.wixstudio.com"],
    ["https://acme-x1.a.run.app/", "acme-x1.a.run.app"],
    ["https://www.go.com/", "go.com"],
    ["https://shop.web.de/", "web.de"]
  ])("takes the company's own domain from %s", (url, domain) => {
    expect(detect(url, profileSites)).toEqual({ kind: "site", domain })
  })

  it.each([
    "https://com.au/",
    "https://www.qld.au/",
    "https://www.acme/",
    "https://vic.edu.au/",
    "https://māori.nz/",
    "https://me.uk/",
    "https://www.gob.mx/"
  ])("finds no company at %s", (url) => {
    expect(detect(url, profileSites)).toBeUndefined()
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
