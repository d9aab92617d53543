/**
 * Keys that are hidden in a text: their letters are separated by invisible characters that may be removed later, or the
 * text is in another encoding. Software that cleans such a text restores the key.
 */
import * as ProviderText from "../text/ProviderText.ts"

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const nameOf = (code: number) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`

/**
 * Controls, zero-width and soft characters, fillers, direction marks, joiners, variation selectors, tags, separators.
 */
export const HIDING_CODES = [
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

const utf16 = (bytes: Buffer) => bytes.toString("latin1")

/** Returns more than 40 hidden forms of a key, each with its name. */
export const hiddenForms = (key: string): ReadonlyArray<readonly [name: string, text: string]> => {
  const between = (sign: string) => key.split("").join(sign)
  return [
    ...HIDING_CODES.map((code) => [nameOf(code), between(String.fromCodePoint(code))] as const),
    ["UTF-16 read as bytes", utf16(Buffer.from(key, "utf16le"))],
    ["UTF-16, the other way round", utf16(Buffer.from(key, "utf16le").swap16())],
    ["several at each place", between("\u200B\u00AD\u2060")],
    ["once in the middle", `${key.slice(0, 9)}\u00AD${key.slice(9)}`],
    ["URL escapes of them", between("%E2%80%8B")],
    ["JSON escapes of them", between("\\u200b")],
    ["JSON escapes of NUL", between("\\u0000")],
    ["HTML entities of them", between("&#8203;")]
  ]
}

/** Simulates what a surface might do with a text: it removes everything invisible and undoes escapes. */
export const reveal = (text: string): string =>
  ProviderText.clean(text)
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, "")
    .replace(/%E2%80%8B|\\u[0-9a-f]{4}|&#8203;|‹U\+[^›]*›/gi, "")
