import { describe, expect, it } from "vitest"

import { hostileCard, personCard, warnedCard } from "../tests/samples.ts"
import { age } from "./age.ts"
import { link } from "./link.ts"
import { nameOf } from "./name.ts"
import { tsv } from "./tsv.ts"

describe("link", () => {
  it.each([
    ["email", "mia@kaurifoods.co.nz", "mailto:mia@kaurifoods.co.nz"],
    ["phone", "+64 (0)21 555-0142", "tel:+640215550142"],
    ["url", "https://kaurifoods.co.nz/about", "https://kaurifoods.co.nz/about"],
    ["url", "http://kaurifoods.co.nz", undefined],
    ["url", "javascript:alert(1)", undefined],
    ["url", "java\nscript:alert(1)", undefined],
    ["url", "data:text/html,x", undefined],
    ["url", "kaurifoods.co.nz", undefined],
    ["email", "a@b.example?bcc=all@b.example", undefined],
    ["email", "a%0Abcc:all@b.example", undefined],
    ["phone", "555;phone-context=evil", undefined],
    ["text", "https://kaurifoods.co.nz", undefined]
  ] as const)("%s %s -> %s", (kind, value, expected) => {
    expect(link({ kind, value })).toBe(expected)
  })
  it("does not make a number callable that must not be called", () => {
    expect(
      link({ kind: "phone", value: "+64 21 555 0142", mark: { text: "do not call", tone: "danger" } })
    ).toBeUndefined()
  })
})

describe("tsv", () => {
  it("is one line a fact, with marks and sections", () => {
    expect(tsv(personCard).split("\n").slice(0, 6)).toEqual([
      "Mia Nguyen\tHead of Procurement · Kauri Foods",
      "Work e-mail\tmia.nguyen@kaurifoods.co.nz (verified)",
      "Mobile\t+64 21 555 0142",
      "Direct phone\t+64 9 555 0117",
      "Role location\tAuckland, New Zealand",
      "Role seniority\tHead"
    ])
    expect(tsv(warnedCard)).toContain("\tOn the do-not-call register: do not phone.")
  })
  it("begins no cell like a formula", () => {
    expect(tsv(hostileCard)).toContain(`\t'=HYPERLINK("https://x.example")`)
    const sly = { label: "+1+cmd|x", value: "\t@SUM(1)\n-2", kind: "text", source: "" } as const
    expect(tsv({ ...personCard, sections: [{ title: "", rows: [sly] }] })).toContain("'+1+cmd|x\t'@SUM(1) -2")
  })
})

describe("age", () => {
  const now = Date.parse("2026-11-21T03:00:00Z")
  it.each([
    ["2026-11-21T02:59:30Z", "just now"],
    ["2026-11-21T03:05:00Z", "just now"],
    ["2026-11-21T02:58:59Z", "1 minute ago"],
    ["2026-11-21T00:00:00Z", "3 hours ago"],
    ["2026-11-18T02:00:00Z", "3 days ago"]
  ])("%s is %s", (iso, said) => {
    expect(age(iso, now)).toBe(said)
  })
})

describe("nameOf", () => {
  it.each([
    ["person", "mia-nguyen-4b2a19", "Mia Nguyen"],
    ["person", "mia-nguyen", "Mia Nguyen"],
    ["person", "āwhina-tūī-9", "Āwhina Tūī"],
    ["person", "4b2a19", "4b2a19"],
    ["person", "---", "---"],
    ["company", "kauri-foods-2", "Kauri Foods 2"],
    ["site", "kaurifoods.co.nz", "kaurifoods.co.nz"]
  ] as const)("%s %s is %s", (kind, name, said) => {
    expect(nameOf({ kind, name, key: "" })).toBe(said)
  })
})
