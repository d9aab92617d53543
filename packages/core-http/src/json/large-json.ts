/**
 * A large answer's JSON, read in pieces: what is too long to be parsed at once is taken apart at the commas of its outer
 * lists and objects, and `JSON.parse` reads some hundred kilobytes at a time. Between two pieces others may run, so a long
 * answer holds nobody up, and each piece is looked through for secrets by itself.
 */
import type * as Effect from "effect/Effect"

import { inTurns } from "../time/turns.ts"
import { endOfString, parsePiece } from "./parse.ts"

/** As much text as is parsed at once; longer lists, objects and strings are taken apart. */
const PIECE_CHARS = 131_072

/** As many fields: where each has a name of its own, they take a hundred times as long as others. */
const PIECE_FIELDS = 2_000

/** Why a text is not read: it holds nothing but blanks, it is not JSON, it is nested too deeply, or it holds more values than fit the memory meant for it. */
export type Problem = "empty" | "syntax" | "depth" | "memory"

export interface Limits {
  readonly maxLevels: number
  /** Of memory that the values may take, roughly, beside the text. */
  readonly maxBytes: number
}

/**
 * What a value takes in memory, with its place in a list; a text's characters stand in the answer already. A short whole
 * number takes its place alone, a longer one an object of its own. The names of an object's fields are shared with the
 * objects beside it, but for those of an object with very many.
 */
const BYTES_OF = { object: 120, list: 72, string: 32, scalar: 24, longScalar: 48, field: 8, ownField: 128 }
const SHORT_SCALAR_CHARS = 9
/** An object with more fields keeps a table of its own. */
const SHARED_FIELDS = 500

/** No record has so many fields; a table of them takes seconds to make. */
const MAX_FIELDS = 100_000

/** No field has such a long name. */
const MAX_NAME_CHARS = 65_536

/** No number has so many digits. */
const MAX_SCALAR_CHARS = 10_000

class Unreadable extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

const COMMA = 44
const COLON = 58
const BRACE = 123
const E = 101
const NINE = 57
const QUOTE = 34
const BACKSLASH = 92
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9
const isOpening = (code: number): boolean => code === 91 || code === 123
const isClosing = (code: number): boolean => code === 93 || code === 125

/** Behind a string's closing quote; `undefined` where it is longer than a piece. */
const stringEnd = (text: string, start: number): number | undefined => {
  const end = endOfString(text, start, start + PIECE_CHARS)
  if (end === undefined && text.length - start <= PIECE_CHARS) throw new Unreadable("syntax")
  return end
}

/** Takes a text apart, and adds up what its values take. */
class Scanner {
  bytes = 0
  /** Fields since the last piece. */
  fields = 0
  /** Whether a number since the last piece may be longer than JavaScript's are. */
  mayBeLong = false
  readonly text: string
  readonly limits: Limits
  constructor(text: string, limits: Limits) {
    this.text = text
    this.limits = limits
  }

  /** Behind the blanks that begin here; at most so many of them as a piece is long. */
  skipSpace(start: number): number {
    let at = start
    while (isSpace(this.text.charCodeAt(at)) && at - start < PIECE_CHARS) at++
    return at
  }

  /**
   * Behind the value that starts here; `undefined` where it is a list or an object of more than a piece.
   * @param level how deep the value stands
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

  /** Of a number; literals have their letters too, and begin with one. */
  #hasExponent(from: number, end: number): boolean {
    if (this.text.charCodeAt(from) > NINE) return false
    for (let at = from + 1; at < end; at++) if ((this.text.charCodeAt(at) | 32) === E) return true
    return false
  }

  #endsScalar(code: number): boolean {
    return code === COMMA || code === COLON || code === QUOTE || isClosing(code) || isOpening(code) || isSpace(code)
  }
}

/** What is done with the pieces before they are put together. */
export interface Refine {
  /** A piece's value, given the text that it was parsed from. */
  readonly value: (value: unknown, text: string) => unknown
  /** A single long string; it may give way to others. */
  readonly string: (value: string) => Generator<void, string>
}

/** Where a string's text may be cut: not within an escape, of which the longest has six characters. */
const cutOf = (part: string): number => {
  for (let from = part.length; from > part.length - 6; from--) {
    let slashes = 0
    while (part.charCodeAt(from - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 1) return from - 1
  }
  return part.length
}

/** Sets a field; a key called `__proto__` is a key. */
const put = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

/** Reads a text, giving way to others after each piece. */
function* pieces(text: string, limits: Limits, refine: Refine): Generator<void, unknown> {
  const scanner = new Scanner(text, limits)
  const piece = (from: string): unknown => {
    const value = refine.value(parsePiece(from, scanner.mayBeLong), from)
    scanner.mayBeLong = false
    scanner.fields = 0
    return value
  }

  const isBlank = (at: number): boolean => isSpace(text.charCodeAt(at))

  /** Behind the blanks that begin here, however many. */
  function* blanks(start: number): Generator<void, number> {
    let at = scanner.skipSpace(start)
    while (isBlank(at)) {
      yield
      at = scanner.skipSpace(at)
    }
    return at
  }

  /** A string from its opening quote; gives it and where it ends. */
  function* longString(start: number): Generator<void, readonly [value: string, end: number]> {
    let value = ""
    for (let from = start + 1; ;) {
      const part = text.slice(from, from + PIECE_CHARS)
      const end = endOfString(part, -1)
      const cut = end === undefined ? cutOf(part) : end - 1
      if (cut === 0 && end === undefined) throw new Unreadable("syntax")
      value += JSON.parse(`"${part.slice(0, cut)}"`) as string
      from += cut
      yield
      if (end !== undefined) return [yield* refine.string(value), from + 1]
    }
  }

  /** A list or an object that is taken apart; gives it and where it ends. */
  function* apart(start: number, level: number): Generator<void, readonly [value: unknown, end: number]> {
    if (level > limits.maxLevels) throw new Unreadable("depth")
    const isList = text.charCodeAt(start) === 91
    const closing = isList ? 93 : 125
    const list: Array<unknown> = []
    const object: Record<string, unknown> = {}
    let fields = 0
    let from = -1
    let to = -1
    const flush = () => {
      if (from < 0) return
      const members = piece(`${isList ? "[" : "{"}${text.slice(from, to)}${isList ? "]" : "}"}`)
      if (Array.isArray(members)) for (const member of members) list.push(member)
      else for (const [key, value] of Object.entries(members as object)) put(object, key, value)
      from = -1
    }
    scanner.add(isList ? BYTES_OF.list : BYTES_OF.object)
    let at = yield* blanks(start + 1)
    if (text.charCodeAt(at) === closing) return [isList ? list : object, at + 1]
    for (;;) {
      const member = at
      let value = at
      if (!isList) {
        if (++fields > MAX_FIELDS) throw new Unreadable("memory")
        if (text.charCodeAt(at) !== QUOTE) throw new Unreadable("syntax")
        const nameEnd = stringEnd(text, at)
        if (nameEnd === undefined || nameEnd - at > MAX_NAME_CHARS) throw new Unreadable("memory")
        const colon = isBlank(nameEnd) ? yield* blanks(nameEnd) : nameEnd
        if (text.charCodeAt(colon) !== COLON) throw new Unreadable("syntax")
        scanner.add(BYTES_OF.ownField)
        scanner.fields++
        value = isBlank(colon + 1) ? yield* blanks(colon + 1) : colon + 1
      }
      const end = scanner.endOfValue(value, level)
      if (end === undefined || end - value > PIECE_CHARS) {
        flush()
        yield
        const [inner, behind] = yield* whole(value, level + 1)
        if (isList) list.push(inner)
        else
          for (const key of Object.keys(piece(`{${text.slice(member, value)}null}`) as object)) put(object, key, inner)
        at = behind
      } else {
        if (from < 0) from = member
        to = end
        at = end
        if (to - from > PIECE_CHARS || scanner.fields > PIECE_FIELDS) {
          flush()
          yield
        }
      }
      if (isBlank(at)) at = yield* blanks(at)
      const code = text.charCodeAt(at)
      if (code === closing) {
        flush()
        return [isList ? list : object, at + 1]
      }
      if (code !== COMMA) throw new Unreadable("syntax")
      at += 1
      if (isBlank(at)) at = yield* blanks(at)
    }
  }

  function* whole(start: number, level: number): Generator<void, readonly [value: unknown, end: number]> {
    const code = text.charCodeAt(start)
    if (isOpening(code)) return yield* apart(start, level)
    if (code === QUOTE) return yield* longString(start)
    const end = scanner.endOfValue(start, level) ?? text.length
    return [piece(text.slice(start, end)), end]
  }

  const start = yield* blanks(0)
  if (start === text.length) throw new Unreadable("empty")
  const [value, end] = yield* whole(start, 1)
  if ((yield* blanks(end)) < text.length) throw new Unreadable("syntax")
  return value
}

/** Shorter texts are parsed at once in some milliseconds, which is quicker than piece by piece. */
const LARGE_CHARS = 1_048_576

/** Whether a text is long enough to be read in pieces. */
export const isLarge = (text: string): boolean => text.length > LARGE_CHARS

/**
 * A long JSON text's value, read in pieces; fails with why it cannot be read.
 * @param refine is given each piece's value and text, and gives the value to keep
 */
export const parseLarge = (text: string, limits: Limits, refine: Refine): Effect.Effect<unknown, Problem> =>
  inTurns(
    () => pieces(text, limits, refine),
    (thrown) => {
      if (thrown instanceof Unreadable) return thrown.problem
      return thrown instanceof SyntaxError ? "syntax" : undefined
    }
  )
