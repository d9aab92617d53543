import { describe, expect, it } from "vitest"

import { hostileCard, personCard, warnedCard } from "../../tests/samples/cards.ts"
import { cardText } from "./card-text.ts"
import { link } from "./link.ts"
import { age } from "./moment.ts"
import { nameOf } from "./name.ts"
import { copyable, visible } from "./visible.ts"

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
    ["email", "mia@\u202Ekaurifoods.co.nz", undefined],
    ["url", "https://kaurifoods.co.nz/\u200B", undefined],
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

describe("a copied card", () => {
  it("is one line a fact, with marks and sections, and no tabs", () => {
    expect(cardText(personCard).split("\n").slice(0, 7)).toEqual([
      "Mia Nguyen",
      "Head of Procurement · Kauri Foods",
      "Work e-mail: mia.nguyen@kaurifoods.co.nz (verified)",
      "Mobile: +64 21 555 0142",
      "Direct phone: +64 9 555 0117",
      "Role location: Auckland, New Zealand",
      "Role seniority: Head"
    ])
    expect(cardText(warnedCard)).toMatch(/^On the do-not-call register: do not phone\.$/m)
    for (const card of [personCard, warnedCard, hostileCard]) expect(cardText(card)).not.toContain("\t")
  })

  it("begins no line like a formula, and puts nothing before what is none", () => {
    const row = (label: string, value: string) => ({ label, value, kind: "text", source: "" }) as const
    const rows = [row("+1+cmd|x", "\t@SUM(1)\n-2"), row("@x", "+61 2 5550 0598"), row("Balance", "-5"), row("-5", "=1")]
    const card = { ...personCard, title: "=HYPERLINK(1)", subtitle: "+61 2 5550 0598", sections: [{ title: "", rows }] }
    expect(cardText(card).split("\n")).toEqual([
      "'=HYPERLINK(1)",
      "+61 2 5550 0598",
      "'+1+cmd|x: @SUM(1) -2",
      "'@x: +61 2 5550 0598",
      "Balance: -5",
      "'-5: =1"
    ])
  })
})

/** Text, how it is drawn, what is copied of it. */
const HARMLESS: ReadonlyArray<string> = [
  "Āwhina Tūī, Köln, Łódź",
  "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
  "\u{1F469}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F 1\uFE0F\u20E3",
  "\u0915\u094D\u200D\u0937",
  "\u05E9\u05DC\u05D5\u05DD\u200F!"
]

describe("characters that hide or turn words", () => {
  it.each(HARMLESS)("leaves text as it is written: %s", (text) => {
    expect([visible(text), copyable(text)]).toEqual([text, text])
  })

  it.each([
    ["mia\u202Egro.elpmaxe@", "mia‹U+202E›gro.elpmaxe@", "miagro.elpmaxe@"],
    ["a\u2066b\u2069c", "a‹U+2066›b‹U+2069›c", "abc"],
    ["Mia\u{E0049}\u{E0067}\u{E006E}", "Mia‹U+E0049 ×3›", "Mia"],
    ["mi\u200Ba", "mi‹U+200B›a", "mia"],
    ["mi\u200Da", "mi‹U+200D›a", "mia"],
    ["\uFEFFmia", "‹U+FEFF›mia", "mia"],
    ["m\u00ADia", "m‹U+00AD›ia", "mia"],
    ["\u001B[31mred\u0007", "‹U+001B›[31mred‹U+0007›", "[31mred"],
    ["one\r\ntwo\tthree ", "one\r\ntwo\tthree ", "one two three"],
    ["half \uD83D", "half \uD83D", "half \uFFFD"]
  ])("%j is drawn %j and copied %j", (text, display, copy) => {
    expect([visible(text), copyable(text)]).toEqual([display, copy])
  })

  it("shows marks of direction where they could only change the order of a number", () => {
    expect(visible("\u200F0800 555 123", "phone")).toBe("‹U+200F›0800 555 123")
    expect(copyable("\u200F0800 555 123", "phone")).toBe("0800 555 123")
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
    expect(nameOf({ kind, name, key: "" })).toBe(words)
  })
})
