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
  /** The text with every match read: what pattern and `read` say, quicker. */
  readonly undo: (text: string) => string
}

/**
 * What cannot be seen between the characters of a text: whoever cleans the text before it is drawn joins what it parted. Text
 * in two bytes a character, read as one byte each, has a NUL between any two. Tabs and line ends are white space, seen above.
 */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- control characters are among what is looked through
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB\p{Default_Ignorable_Code_Point}]+/gu

/** A character of several bytes; a sequence that is none stands for itself. */
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

/** An escape as it is met: what it stands for, and its characters; `undefined` where the pattern has to be asked. */
type Escape = readonly [stands: string, chars: number] | undefined
/** Reads the commonest escapes at a place, without a match of the pattern for each. */
type ReadEscape = (text: string, at: number) => Escape

const hexDigit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN
}

/** `NaN` where there are other characters than hexadecimal digits. */
const hexAt = (text: string, at: number, digits: number): number => {
  let value = 0
  for (let n = 0; n < digits; n++) value = value * 16 + hexDigit(text.charCodeAt(at + n))
  return value
}

/** One of each, so that none is made anew. */
const BYTE_ESCAPES = Array.from({ length: 256 }, (_, code) => [String.fromCharCode(code), 3] as const)
/** From here on a byte may begin a character of several. */
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

/** @param sign with which every escape of the pattern begins */
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

/** The same by `replace`, for patterns that stand for one thing alone. */
const replacing = (pattern: RegExp, by: string): Omit<Wrapping, "signs"> => ({
  pattern,
  read: () => by,
  undo: (text) => text.replace(pattern, by)
})

/** Bytes of an URL encoding are read as one character each: what is sought must be given in that form as well. */
export const wrappings: ReadonlyArray<Wrapping> = [
  { signs: ["%"], ...URL_ESCAPE, undo: undoing("%", urlEscape, URL_ESCAPE) },
  { signs: ["\\"], ...BACKSLASH_ESCAPE, undo: undoing("\\", backslashEscape, BACKSLASH_ESCAPE) },
  { signs: ["&"], ...ENTITY, undo: undoing("&", entity, ENTITY) },
  // Broken between words, and within one, as base64 in mail is.
  { signs: BREAKS, ...replacing(/\s+/g, " ") },
  // It starts before the first blank of a run and nowhere within, or a long run would be tried from every blank of it.
  { signs: BREAKS, ...replacing(/(?<![ \t])[ \t]*[\r\n]+[ \t]*/g, "") }
]

/** Undone at any depth, and counted as no layer. */
export const invisible: Wrapping = { signs: [], ...replacing(INVISIBLE, "") }

const ENCODED = /[%\\&]/
const BROKEN = /[\n\r]/

/** Most texts are plain ASCII, which is quicker to see than what else they are. */
const NOT_PLAIN = /[^\t\n\r -~]/

/** Whether a text holds characters that cannot be seen. */
export const hasInvisible = (text: string): boolean => NOT_PLAIN.test(text) && text.search(INVISIBLE) >= 0

const NOT_VISIBLE_ASCII = /[^ -~]/

/** Whether a text is nothing but what can be seen and stands for itself: no escape, no line break, no other alphabet. */
export const isPlain = (text: string): boolean => !ENCODED.test(text) && !NOT_VISIBLE_ASCII.test(text)

/** Whether a text may hold characters that stand for others, or for nothing. */
export const mayBeEncoded = (text: string): boolean => ENCODED.test(text) || hasInvisible(text)

/** Whether a text may be broken by lines, between words or within one. */
export const mayBeBroken = (text: string): boolean => BROKEN.test(text)

export const mayBeIn = (text: string, { signs }: Wrapping): boolean => signs.some((sign) => text.includes(sign))

/** Ranges in order, those that overlap as one. */
export const merge = (ranges: ReadonlyArray<Range>): ReadonlyArray<Range> => {
  const all: Array<Range> = []
  for (const [start, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = all.at(-1)
    if (last === undefined || start >= last[1]) all.push([start, end])
    else all[all.length - 1] = [last[0], Math.max(last[1], end)]
  }
  return all
}

/** Where `ranges` of the unwrapped text stand in the text itself. They are in order and do not overlap. */
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
  /** The place of one character; asked in ascending order. */
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
