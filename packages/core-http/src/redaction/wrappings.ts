/**
 * The encodings in which a text may be embedded in another one: URL encoding, JSON and HTML escapes, and line breaks.
 * Each is undone separately, and a match in the decoded text is mapped back to its position in the original text.
 */

/** From the index of the first character to the index behind the last. */
export type Range = readonly [start: number, end: number]

export interface Wrapping {
  /** Every text with this wrapping contains at least one of these characters. */
  readonly signs: ReadonlyArray<string>
  readonly pattern: RegExp
  /** Returns what a match of the pattern stands for. */
  readonly read: (match: ReadonlyArray<string | undefined>) => string
  /** Replaces every match with what it stands for. Equivalent to `pattern` and `read`, but faster. */
  readonly undo: (text: string) => string
}

/**
 * Invisible characters, which may split a secret in a text; software that removes them before the text is shown would
 * join it again. UTF-16 text that is read byte by byte has a NUL between its characters. Tabs and line ends are
 * whitespace and are handled separately.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are among what is looked through
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]+/gu

/** Decodes one multi-byte character. An invalid sequence is returned unchanged. */
const decodeSequence = (sequence: string): string => {
  try {
    return decodeURIComponent(sequence)
  } catch {
    return sequence
  }
}

const charOf = (hex: string): string => String.fromCharCode(parseInt(hex, 16))

const ESCAPED: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const BREAKS = ["\n", "\r"]

/** What an escape stands for, and its length; `undefined` if the pattern has to decide. */
type Escape = readonly [stands: string, chars: number] | undefined
/** Reads the most common escapes at a position, to avoid a regular expression match for each. */
type ReadEscape = (text: string, at: number) => Escape

const hexDigit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/** Returns `NaN` if any of the characters is not a hexadecimal digit. */
const hexAt = (text: string, at: number, digits: number): number => {
  let value = 0
  for (let n = 0; n < digits; n++) value = value * 16 + hexDigit(text.charCodeAt(at + n))
  return value
}

/** Precomputed results, so that none is allocated per escape. */
const BYTE_ESCAPES = Array.from({ length: 256 }, (_, code) => [String.fromCharCode(code), 3] as const)
/** From this value on, a byte may begin a multi-byte character. */
const LEADING_BYTE = 0xc0

const urlEscape: ReadEscape = (text, at) => {
  const code = hexAt(text, at + 1, 2)
  return code < LEADING_BYTE ? BYTE_ESCAPES[code] : undefined
}

const U = 117
const X = 120

const backslashEscape: ReadEscape = (text, at) => {
  const sign = text.charCodeAt(at + 1)
  if ((sign | 32) === U || (sign | 32) === X) return undefined
  const letter = text.charAt(at + 1)
  return letter === "" ? undefined : [ESCAPED[letter] ?? letter, 2]
}

const AMPERSAND = ["&", 5] as const

const entity: ReadEscape = (text, at) => (text.startsWith("&amp;", at) ? AMPERSAND : undefined)

/** @param sign the character with which every escape of the pattern begins */
const undoing =
  (sign: string, readEscape: ReadEscape, slow: Pick<Wrapping, "pattern" | "read">) =>
  (text: string): string => {
    const sticky = new RegExp(slow.pattern.source, slow.pattern.flags.replace("g", "y"))
    let out = ""
    let from = 0
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at)) {
      let escape = readEscape(text, at)
      if (escape === undefined) {
        sticky.lastIndex = at
        const match = sticky.exec(text)
        if (match === null) {
          at++
          continue
        }
        escape = [slow.read(match), match[0].length]
      }
      out += from === at ? escape[0] : text.slice(from, at) + escape[0]
      at += escape[1]
      from = at
    }
    return from === 0 ? text : out + text.slice(from)
  }

const URL_ESCAPE: Pick<Wrapping, "pattern" | "read"> = {
  pattern: /((?:%[c-f][0-9a-f])(?:%[89ab][0-9a-f]){1,3})|%([0-9a-f]{2})/gi,
  read: ([, sequence, hex = ""]) => {
    if (sequence === undefined) return charOf(hex)
    const character = decodeSequence(sequence)
    return character.replace(INVISIBLE, "") === "" ? "" : sequence.replace(/%(..)/g, (_, byte: string) => charOf(byte))
  }
}

const BACKSLASH_ESCAPE: Pick<Wrapping, "pattern" | "read"> = {
  pattern: /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi,
  read: ([, unit, byte, sign = ""]) => {
    const hex = unit ?? byte
    return hex === undefined ? (ESCAPED[sign] ?? sign) : charOf(hex)
  }
}

const ENTITY: Pick<Wrapping, "pattern" | "read"> = {
  pattern: /&(?:#(\d{1,6})|#x([0-9a-f]{1,4})|(amp|lt|gt|quot|apos|nbsp));/gi,
  read: ([, decimal, hex, name = ""]) => {
    if (decimal !== undefined) return String.fromCharCode(Number(decimal))
    return hex === undefined ? (NAMED[name.toLowerCase()] ?? "") : charOf(hex)
  }
}

/** Builds a wrapping from `replace`, for patterns that always stand for the same text. */
const replacing = (pattern: RegExp, by: string): Omit<Wrapping, "signs"> => ({
  pattern,
  read: () => by,
  undo: (text) => text.replace(pattern, by)
})

/** URL encoding is decoded to one character per byte, so needles must include that form as well. */
export const wrappings: ReadonlyArray<Wrapping> = [
  { signs: ["%"], ...URL_ESCAPE, undo: undoing("%", urlEscape, URL_ESCAPE) },
  { signs: ["\\"], ...BACKSLASH_ESCAPE, undo: undoing("\\", backslashEscape, BACKSLASH_ESCAPE) },
  { signs: ["&"], ...ENTITY, undo: undoing("&", entity, ENTITY) },
  // The first handles line breaks between words, the second line breaks within a word, as in base64 in mail.
  { signs: BREAKS, ...replacing(/\s+/g, " ") },
  // Matches only from the first blank of a run, because a long run would otherwise be tried from each of its blanks.
  { signs: BREAKS, ...replacing(/(?<![ \t])[ \t]*[\r\n]+[ \t]*/g, "") }
]

/** Removes invisible characters at any depth. It does not count as a layer. */
export const invisible: Wrapping = { signs: [], ...replacing(INVISIBLE, "") }

const ENCODED = /[%\\&]/
const BROKEN = /[\n\r]/

/** Most texts are plain ASCII, and this check is faster than the precise one. */
const NOT_PLAIN = /[^\t\n\r -~]/

/** Returns whether a text contains invisible characters. */
export const hasInvisible = (text: string): boolean => NOT_PLAIN.test(text) && text.search(INVISIBLE) >= 0

/** Everything but visible ASCII without the characters of `ENCODED`. */
const NOT_SIMPLE = /[^ -$'-[\]-~]/

/** Returns whether a text consists of visible ASCII without escapes or line breaks. */
export const isPlain = (text: string): boolean => !NOT_SIMPLE.test(text)

/** Returns whether a text may contain escapes or invisible characters. */
export const mayBeEncoded = (text: string): boolean => ENCODED.test(text) || hasInvisible(text)

/** Returns whether a text may contain line breaks, between words or within one. */
export const mayBeBroken = (text: string): boolean => BROKEN.test(text)

export const mayBeIn = (text: string, { signs }: Wrapping): boolean => signs.some((sign) => text.includes(sign))

/** Sorts ranges and merges those that overlap. */
export const merge = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const all: Array<Range> = []
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last === undefined || start >= last[1]) all.push([start, end])
    else all[all.length - 1] = [last[0], Math.max(last[1], end)]
  }
  return all
}

/**
 * Maps `ranges` of the unwrapped text to positions in the original text. They must be in order and must not overlap.
 */
export const place = (
  text: string,
  { pattern, read }: Wrapping,
  ranges: ReadonlyArray<Range>
): ReadonlyArray<Range> => {
  if (ranges.length === 0) return []
  pattern.lastIndex = 0
  let match = pattern.exec(text)
  let from = 0
  let to = 0
  /** Returns the range of one character. Must be called in ascending order. */
  const placeOf = (at: number): Range => {
    while (match !== null && to + match.index - from <= at) {
      const length = read(match).length
      const before = to + match.index - from
      if (at < before + length) return [match.index, match.index + match[0].length]
      from = match.index + match[0].length
      to = before + length
      match = pattern.exec(text)
    }
    return [from + at - to, from + at - to + 1]
  }
  return ranges.map(([start, end]): Range => [placeOf(start)[0], placeOf(end - 1)[1]])
}
