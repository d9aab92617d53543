/**
 * The ways in which a text may be written inside another one, each undone by itself: URL encoding, the escapes of JSON and
 * of HTML, line breaks. What is found in the text below is told as a place in the text above.
 */

/** From the first character to behind the last. */
export type Range = readonly [start: number, end: number]

export interface Wrapping {
  /** One of these signs stands in every text that is wrapped so. */
  readonly signs: ReadonlyArray<string>
  readonly pattern: RegExp
  /** What a match of the pattern stands for. */
  readonly read: (match: ReadonlyArray<string | undefined>) => string
}

/**
 * What cannot be seen between the characters of a text: whoever cleans the text before it is drawn joins what it parted. Text
 * in two bytes a character, read as one byte each, has a NUL between any two. Tabs and line ends are white space, seen above.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are among what is looked through
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]+/gu

/** A character of several bytes; a sequence that is none stands for itself. */
const decoded = (sequence: string): string => {
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

/** Bytes of an URL encoding are read as one character each: what is sought must be given in that form as well. */
export const wrappings: ReadonlyArray<Wrapping> = [
  {
    signs: ["%"],
    pattern: /((?:%[c-f][0-9a-f])(?:%[89ab][0-9a-f]){1,3})|%([0-9a-f]{2})/gi,
    read: ([, sequence, hex = ""]) => {
      if (sequence === undefined) return charOf(hex)
      const character = decoded(sequence)
      return character.replace(INVISIBLE, "") === ""
        ? ""
        : sequence.replace(/%(..)/g, (_, byte: string) => charOf(byte))
    }
  },
  {
    signs: ["\\"],
    pattern: /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi,
    read: ([, unit, byte, sign = ""]) => {
      const hex = unit ?? byte
      return hex === undefined ? (ESCAPED[sign] ?? sign) : charOf(hex)
    }
  },
  {
    signs: ["&"],
    pattern: /&(?:#(\d{1,6})|#x([0-9a-f]{1,4})|(amp|lt|gt|quot|apos|nbsp));/gi,
    read: ([, decimal, hex, name = ""]) => {
      if (decimal !== undefined) return String.fromCharCode(Number(decimal))
      return hex === undefined ? (NAMED[name.toLowerCase()] ?? "") : charOf(hex)
    }
  },
  // Broken between words, and within one, as base64 in mail is.
  { signs: BREAKS, pattern: /\s+/g, read: () => " " },
  // It starts before the first blank of a run and nowhere within, or a long run would be tried from every blank of it.
  { signs: BREAKS, pattern: /(?<![ \t])[ \t]*[\r\n]+[ \t]*/g, read: () => "" }
]

/** Undone at any depth, and counted as no layer. */
export const invisible: Wrapping = {
  signs: [],
  pattern: INVISIBLE,
  read: () => ""
}

const ENCODED = /[%\\&]/
const BROKEN = /[\n\r]/

/** Most texts are plain ASCII, which is quicker to see than what else they are. */
const NOT_PLAIN = /[^\t\n\r -~]/

/** Whether a text holds characters that cannot be seen. */
export const hasInvisible = (text: string): boolean => NOT_PLAIN.test(text) && text.search(INVISIBLE) >= 0

/** Whether a text may hold characters that stand for others, or for nothing. */
export const mayBeEncoded = (text: string): boolean => ENCODED.test(text) || hasInvisible(text)

/** Whether a text may be broken by lines, between words or within one. */
export const mayBeBroken = (text: string): boolean => BROKEN.test(text)

export const mayBeIn = (text: string, { signs }: Wrapping): boolean => signs.some((sign) => text.includes(sign))

export const unwrap = (text: string, { pattern, read }: Wrapping): string => {
  let out = ""
  let from = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    out += text.slice(from, match.index) + read(match)
    from = pattern.lastIndex
  }
  return from === 0 ? text : out + text.slice(from)
}

/** Ranges in order, those that overlap as one. */
export const merged = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const all: Array<Range> = []
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last === undefined || start >= last[1]) all.push([start, end])
    else all[all.length - 1] = [last[0], Math.max(last[1], end)]
  }
  return all
}

/** Where `ranges` of the unwrapped text stand in the text itself. They are in order and do not overlap. */
export const placed = (
  text: string,
  { pattern, read }: Wrapping,
  ranges: ReadonlyArray<Range>
): ReadonlyArray<Range> => {
  if (ranges.length === 0) return []
  pattern.lastIndex = 0
  let match = pattern.exec(text)
  let from = 0
  let to = 0
  /** The place of one character; asked in ascending order. */
  const place = (at: number): Range => {
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
  return ranges.map(([start, end]): Range => [place(start)[0], place(end - 1)[1]])
}
