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
  readonly read: (...match: ReadonlyArray<string | undefined>) => string
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

/** URL encoding is decoded to one character per byte, so needles must include that form as well. */
export const wrappings: ReadonlyArray<Wrapping> = [
  {
    signs: ["%"],
    pattern: /((?:%[c-f][0-9a-f])(?:%[89ab][0-9a-f]){1,3})|%([0-9a-f]{2})/gi,
    read: (_, sequence, hex = "") => {
      if (sequence === undefined) return charOf(hex)
      const isInvisible = decodeSequence(sequence).replace(INVISIBLE, "") === ""
      return isInvisible ? "" : sequence.replace(/%(..)/g, (_byte, digits: string) => charOf(digits))
    }
  },
  {
    signs: ["\\"],
    pattern: /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi,
    read: (_, unit, byte, sign = "") => {
      const hex = unit ?? byte
      return hex === undefined ? (ESCAPED[sign] ?? sign) : charOf(hex)
    }
  },
  {
    signs: ["&"],
    pattern: /&(?:#(\d{1,6})|#x([0-9a-f]{1,4})|(amp|lt|gt|quot|apos|nbsp));/gi,
    read: (_, decimal, hex, name = "") => {
      if (decimal !== undefined) return String.fromCharCode(Number(decimal))
      return hex === undefined ? (NAMED[name.toLowerCase()] ?? "") : charOf(hex)
    }
  },
  // The first handles line breaks between words, the second line breaks within a word, as in base64 in mail.
  { signs: BREAKS, pattern: /\s+/g, read: () => " " },
  // Matches only from the first blank of a run, because a long run would otherwise be tried from each of its blanks.
  { signs: BREAKS, pattern: /(?<![ \t])[ \t]*[\r\n]+[ \t]*/g, read: () => "" }
]

/** Removes invisible characters at any depth. It does not count as a layer. */
export const invisible: Wrapping = { signs: [], pattern: INVISIBLE, read: () => "" }

/** Replaces every match with what it stands for. */
export const undo = (text: string, { pattern, read }: Wrapping): string => text.replace(pattern, read)

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
      const length = read(...match).length
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
