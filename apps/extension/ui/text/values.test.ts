import { describe, expect, it } from "vitest"

import { hostileCard, personCard, warnedCard } from "../../tests/samples/cards.ts"
import { cardText } from "./card-text.ts"
import { age } from "./moment.ts"
import { nameOf } from "./name.ts"

describe("a copied card", () => {
  it("is one line per fact, with marks and sections, and without tabs", () => {
    expect(cardText(personCard).split("\n").slice(0, 7)).toEqual([
      "Mia Nguyen",
      "Head of Procurement · Kauri Foods",
      "Work e-mail: mia.nguyen@kaurifoods.co.nz (verified)",
      "Mobile: +64 21 555 0142",
      "Direct phone: +64 9 555 0117",
      "Role location: Auckland, New Zealand",
      "Role seniority: Head"
    ])
    expect(cardText(warnedCard)).toMatch(/^Mobile: \+64 21 555 0142 \(do not call\)$/m)
    for (const { text } of warnedCard.notices) expect(cardText(warnedCard).split("\n")).toContain(text)
    for (const card of [personCard, warnedCard, hostileCard]) expect(cardText(card)).not.toContain("\t")
  })

  it("starts no line like a formula, and leaves other lines unchanged", () => {
    const row = (label: string, value: string) => ({ label, value, kind: "text", source: "" }) as const
    const rows = [row("+1+cmd|x", "\t@SUM(1)\n-2"), row("@x", "+61 2 5550 0598"), row("Balance", "-5"), row("-5", "=1")]
    const card = { ...personCard, title: "=HYPERLINK(1)", subtitle: "+61 2 5550 0598", sections: [{ title: "", rows }] }
    expect(cardText(card).split("\n")).toEqual([
      "'=HYPERLINK(1)",
      "'+61 2 5550 0598",
      "'+1+cmd|x: @SUM(1) -2",
      "'@x: +61 2 5550 0598",
      "Balance: -5",
      "'-5: =1"
    ])
  })
})

describe("age", () => {
  const now = Date.parse("2026-11-21T03:00:00Z")
  it.each([
    ["2026-11-21T02:59:30Z", "just now"],
    ["2026-11-21T03:05:00Z", "just now"],
    ["2026-11-21T02:58:59Z", "1 minute ago"],
    ["2026-11-21T00:00:00Z", "3 hours ago"],
    ["2026-11-18T02:00:00Z", "3 days ago"],
    ["2026-09-22T03:00:00Z", "60 days ago"],
    ["2026-09-21T03:00:00Z", "2 months ago"],
    ["2024-11-24T03:00:00Z", "23 months ago"],
    ["2022-12-24T03:00:00Z", "3 years ago"]
  ])("%s is %s", (iso, words) => {
    expect(age(iso, now)).toBe(words)
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
  ] as const)("%s %s is %s", (kind, name, words) => {
    expect(nameOf({ kind, name })).toBe(words)
  })
})
