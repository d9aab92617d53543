/**
 * Finds where the values of a JSON text end, without parsing them, and adds up the memory that they would take. A text
 * that is nested too deeply or holds too much is rejected before it is parsed.
 */
import { endOfString } from "./strings.ts"

/** How many characters to parse at once. Longer lists, objects and strings are split. */
export const PIECE_CHARS = 131_072

/** How many fields to parse at once. If each has a name of its own, they take a hundred times as long as others. */
export const PIECE_FIELDS = 2_000

/**
 * Why a text cannot be read: it is empty, it is not JSON, it is nested too deeply, or its values would exceed the
 * memory limit.
 */
export type Problem = "empty" | "syntax" | "depth" | "memory"

export interface Limits {
  readonly maxLevels: number
  /** The approximate memory that the values may take, in addition to the text. */
  readonly maxBytes: number
}

/**
 * The memory that a value takes, including its place in a list. The characters of a string are already in memory, as
 * part of the answer. A short whole number takes only its place, a longer number an object of its own. Objects next to
 * each other share their field names, except those with very many fields.
 */
export const BYTES_OF = { object: 120, list: 72, string: 32, scalar: 24, longScalar: 48, field: 8, ownField: 128 }
const SHORT_SCALAR_CHARS = 9
/** An object with more fields than this keeps a table of its own. */
const SHARED_FIELDS = 500

/** No record has so many fields, and building a table for them takes seconds. */
export const MAX_FIELDS = 100_000

/** No field has a name this long. */
export const MAX_NAME_CHARS = 65_536

/** No number has this many digits. */
const MAX_SCALAR_CHARS = 10_000

export class Unreadable extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

export const COMMA = 44
export const COLON = 58
const BRACE = 123
const E = 101
const NINE = 57
export const QUOTE = 34
export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9
export const isOpening = (code: number): boolean => code === 91 || code === 123
const isClosing = (code: number): boolean => code === 93 || code === 125

/** Returns the index behind a string's closing quote, or `undefined` if the string is longer than a piece. */
export const stringEnd = (text: string, start: number): number | undefined => {
  const end = endOfString(text, start, start + PIECE_CHARS)
  if (end === undefined && text.length - start <= PIECE_CHARS) throw new Unreadable("syntax")
  return end
}

/** Splits a text into values, and adds up their memory. */
export class Scanner {
  bytes = 0
  /** Fields since the last piece. */
  fields = 0
  /** Whether a number since the last piece may be too long for JavaScript's numbers. */
  mayBeLong = false
  readonly text: string
  readonly limits: Limits
  constructor(text: string, limits: Limits) {
    this.text = text
    this.limits = limits
  }

  /** Returns the index behind the whitespace that begins here, but skips at most a piece's length. */
  skipSpace(start: number): number {
    let at = start
    while (isSpace(this.text.charCodeAt(at)) && at - start < PIECE_CHARS) at++
    return at
  }

  /**
   * Returns the index behind the value that starts here, or `undefined` if it is longer than a piece.
   * @param level how deep the value is nested
   */
  endOfValue(start: number, level: number): number | undefined {
    const { text, limits } = this
    let at = start
    let depth = 0
    let bytes = 0
    let strings = 0
    let objects = 1
    let fields = 0
    do {
      const code = text.charCodeAt(at)
      if (code === QUOTE) {
        const end = stringEnd(text, at)
        if (end === undefined) return undefined
        if (end - at > MAX_NAME_CHARS && text.charCodeAt(this.skipSpace(end)) === COLON) throw new Unreadable("memory")
        at = end
        strings++
      } else if (isOpening(code)) {
        if (level + ++depth > limits.maxLevels) throw new Unreadable("depth")
        if (code === BRACE) objects++
        bytes += code === BRACE ? BYTES_OF.object : BYTES_OF.list
        at++
      } else if (isClosing(code)) {
        depth--
        at++
      } else if (code === COMMA || code === COLON || isSpace(code)) {
        if (depth === 0) throw new Unreadable("syntax")
        if (code === COLON) fields++
        at++
      } else if (at >= text.length) {
        throw new Unreadable("syntax")
      } else {
        const from = at
        while (at < text.length && at - from <= MAX_SCALAR_CHARS && !this.#endsScalar(text.charCodeAt(at))) at++
        const isShort = at - from <= SHORT_SCALAR_CHARS && !this.#hasExponent(from, at)
        bytes += isShort ? BYTES_OF.scalar : BYTES_OF.longScalar
        if (!isShort) this.mayBeLong = true
        if (at - from > MAX_SCALAR_CHARS) throw new Unreadable(/[-\d]/.test(text.charAt(from)) ? "memory" : "syntax")
      }
      if (depth > 0 && (at - start > PIECE_CHARS || fields > PIECE_FIELDS)) return undefined
    } while (depth > 0)
    if (depth < 0) throw new Unreadable("syntax")
    this.fields += fields
    const bytesAField = fields / objects > SHARED_FIELDS ? BYTES_OF.ownField : BYTES_OF.field
    this.add(bytes + (strings - fields) * BYTES_OF.string + fields * bytesAField)
    return at
  }

  add(bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.limits.maxBytes) throw new Unreadable("memory")
  }

  /** Returns whether a number has an exponent. Literals contain the same letter but begin with a letter. */
  #hasExponent(from: number, end: number): boolean {
    if (this.text.charCodeAt(from) > NINE) return false
    for (let at = from + 1; at < end; at++) if ((this.text.charCodeAt(at) | 32) === E) return true
    return false
  }

  #endsScalar(code: number): boolean {
    return code === COMMA || code === COLON || code === QUOTE || isClosing(code) || isOpening(code) || isSpace(code)
  }
}
