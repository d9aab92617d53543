import { describe, expect, it } from "vitest"

import { copyable, visible } from "./visible.ts"

/** Tests of how text is shown and how it is copied. */
const HARMLESS: ReadonlyArray<string> = [
  "Āwhina Tūī, Köln, Łódź",
  "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645",
  "\u{1F469}\u200D\u{1F469}\u200D\u{1F467} \u2764\uFE0F 1\uFE0F\u20E3",
  "\u0915\u094D\u200D\u0937",
  "\u05E9\u05DC\u05D5\u05DD\u200F!"
]

describe("characters that hide or reorder text", () => {
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
  ])("%j is displayed as %j and copied as %j", (text, display, copy) => {
    expect([visible(text), copyable(text)]).toEqual([display, copy])
  })

  it("shows direction marks that could only reorder a number", () => {
    expect(visible("\u200F0800 555 123", "phone")).toBe("‹U+200F›0800 555 123")
    expect(copyable("\u200F0800 555 123", "phone")).toBe("0800 555 123")
  })
})
