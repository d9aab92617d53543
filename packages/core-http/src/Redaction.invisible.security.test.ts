// A key whose letters are parted by what nobody sees: whoever cleans the text later joins them again. 40 forms and more.
import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"

import * as ProviderText from "./ProviderText.ts"
import { make } from "./Redaction.ts"

const KEY = "sk_live_CqpCu02ytOHhp3ro8YOKEyau"
const { text: redact, json } = make([Redacted.make(KEY)])

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const named = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`

/** Controls, zero-width and soft characters, fillers, marks of direction, joiners, variation selectors, tags, separators. */
const CODES = [
  ...range(0x00, 0x08),
  0x0b,
  0x0c,
  ...range(0x0e, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x17b4,
  0x17b5,
  ...range(0x180b, 0x180f),
  ...range(0x200b, 0x200f),
  0x2028,
  0x2029,
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
  0x3164,
  ...range(0xfe00, 0xfe0f),
  0xfeff,
  0xffa0,
  ...range(0xfff9, 0xfffb),
  0x1bca0,
  0x1d173,
  0xe0001,
  0xe0041,
  0xe007f,
  0xe0100
]

const between = (sign: string) => KEY.split("").join(sign)
const utf16 = (bytes: Buffer) => bytes.toString("latin1")

const forms: ReadonlyArray<readonly [string, string]> = [
  ...CODES.map((code) => [named(code), between(String.fromCodePoint(code))] as const),
  ["UTF-16 read as bytes", utf16(Buffer.from(KEY, "utf16le"))],
  ["UTF-16, the other way round", utf16(Buffer.from(KEY, "utf16le").swap16())],
  ["several at each place", between("\u200B\u00AD\u2060")],
  ["once in the middle", `${KEY.slice(0, 9)}\u00AD${KEY.slice(9)}`],
  ["URL escapes of them", between("%E2%80%8B")],
  ["JSON escapes of them", between("\\u200b")],
  ["JSON escapes of NUL", between("\\u0000")],
  ["HTML entities of them", between("&#8203;")]
]

/** What any surface could make of a text: everything that cannot be seen taken away, escapes undone. */
const seen = (text: string): string =>
  ProviderText.clean(text)
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
    .replace(/%E2%80%8B|\\u200b|\\u0000|&#8203;/g, "")

describe("a key parted by what nobody sees", () => {
  it("stands in more than 40 forms", () => assert.isAbove(forms.length, 40))

  it.each(forms)("%s", (_, form) => {
    assert.notInclude(seen(redact(`before ${form} after`)), KEY)
    assert.notInclude(seen(JSON.stringify(json({ list: [{ note: form }], [form]: 1 }))), KEY)
  })

  it("and what is no key passes on unchanged, whatever it holds", () => {
    for (const code of CODES) {
      const plain = `a${String.fromCodePoint(code)}b 👩‍👩‍👧 می‌خواهم`
      assert.strictEqual(redact(plain), plain)
    }
  })
})
