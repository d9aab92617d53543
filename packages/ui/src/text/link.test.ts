import { describe, expect, it } from "vitest"

import { link } from "./link.ts"

describe("link", () => {
  it.each([
    ["email", "mia@kaurifoods.co.nz", "mailto:mia@kaurifoods.co.nz"],
    ["phone", "+64 21 555-0142", "tel:+64215550142"],
    ["phone", "(09) 555 0117", "tel:095550117"],
    ["phone", "(0)9 555 0117", "tel:095550117"],
    ["phone", "+64 (0)21 555-0142", "tel:+64215550142"],
    ["phone", "+44(0)20 7946 0018", "tel:+442079460018"],
    ["phone", "+614 0123 4567", "tel:+61401234567"],
    ["phone", "+353 (0)1 555 0117", "tel:+35315550117"],
    ["phone", "0061 (0)491 570 137", "tel:0061491570137"],
    ["phone", "0011 61 (0)491 570 137", "tel:001161491570137"],
    ["phone", "+61 (02) 5550 4400", "tel:+61255504400"],
    ["phone", "+61 0491 570 137", "tel:+61491570137"],
    ["phone", "+610491570137", "tel:+61491570137"],
    ["phone", "0064021555142", "tel:006421555142"],
    ["phone", "+61 2 5550 0440", "tel:+61255500440"],
    ["phone", "+61 255500440", "tel:+61255500440"],
    ["phone", "+49 (030) 123456", "tel:+4930123456"],
    ["phone", "+353 (01) 555 0117", "tel:+35315550117"],
    ["phone", "+49 ( 0 ) 30 123456", "tel:+4930123456"],
    ["phone", "+39 (06) 698 1234", "tel:+39066981234"],
    ["phone", "+226 (05) 12 34 56", "tel:+22605123456"],
    ["phone", "+39 (0)6 698 1234", "tel:+39066981234"],
    ["phone", "+39 06 698 1234", "tel:+39066981234"],
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
  it("does not link a number that must not be called", () => {
    expect(
      link({ kind: "phone", value: "+64 21 555 0142", mark: { text: "do not call", tone: "danger" } })
    ).toBeUndefined()
  })
})
