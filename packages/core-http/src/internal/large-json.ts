/**
 * A large answer's JSON, read in pieces: what is too long to be parsed at once is taken apart at the commas of its outer
 * lists and objects, and `JSON.parse` reads some hundred kilobytes at a time. Between two pieces others may run, so a long
 * answer holds nobody up, and each piece is looked through for secrets by itself.
 */
import type * as Effect from "effect/Effect"

import { endOfString, parseJson } from "./json.ts"
import { inTurns } from "./turns.ts"

/** As much text as is parsed at once; longer lists, objects and strings are taken apart. */
const PIECE_CHARS = 131_072

/** Why a text is not read: it is not JSON, it is nested too deeply, or it holds more values than fit the memory meant for it. */
export type Problem = "syntax" | "depth" | "memory"

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
const QUOTE = 34
const BACKSLASH = 92
const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9
const NOT_SPACE = /[^ \n\r\t]/g
const isOpening = (code: number): boolean => code === 91 || code === 123
const isClosing = (code: number): boolean => code === 93 || code === 125

const stringEnd = (text: string, start: number): number => {
  const end = endOfString(text, start)
  if (end === undefined) throw new Unreadable("syntax")
  return end
}

/** Takes a text apart, and adds up what its values take. */
class Scanner {
  bytes = 0
  readonly text: string
  readonly limits: Limits
  constructor(text: string, limits: Limits) {
    this.text = text
    this.limits = limits
  }

  skipSpace(at: number): number {
    if (!isSpace(this.text.charCodeAt(at))) return at
    NOT_SPACE.lastIndex = at
    return NOT_SPACE.exec(this.text)?.index ?? this.text.length
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
        const isShort = at - from <= SHORT_SCALAR_CHARS && text.charCodeAt(from + 1) !== E
        bytes += isShort ? BYTES_OF.scalar : BYTES_OF.longScalar
        if (at - from > MAX_SCALAR_CHARS) throw new Unreadable(/[-\d]/.test(text.charAt(from)) ? "memory" : "syntax")
      }
      if (depth > 0 && at - start > PIECE_CHARS) return undefined
    } while (depth > 0)
    if (depth < 0) throw new Unreadable("syntax")
    const bytesAField = fields / objects > SHARED_FIELDS ? BYTES_OF.ownField : BYTES_OF.field
    this.add(bytes + (strings - fields) * BYTES_OF.string + fields * bytesAField)
    return at
  }

  add(bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.limits.maxBytes) throw new Unreadable("memory")
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

/** Where a string may be cut: not within an escape, of which the longest has six characters. */
const cutBefore = (text: string, start: number, at: number): number => {
  for (let from = at; from > at - 6; from--) {
    let slashes = 0
    while (from - 1 - slashes >= start && text.charCodeAt(from - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 1) return from - 1
  }
  return at
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
  const piece = (from: string): unknown => refine.value(parseJson(from, limits.maxLevels), from)

  /** A string from its opening quote to behind its closing one. */
  function* longString(start: number, end: number): Generator<void, string> {
    let value = ""
    for (let from = start + 1; from < end - 1;) {
      const to = from + PIECE_CHARS >= end - 1 ? end - 1 : cutBefore(text, from, from + PIECE_CHARS)
      value += JSON.parse(`"${text.slice(from, to)}"`) as string
      from = to
      yield
    }
    return yield* refine.string(value)
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
    let at = scanner.skipSpace(start + 1)
    if (text.charCodeAt(at) === closing) return [isList ? list : object, at + 1]
    for (;;) {
      const member = at
      let value = at
      if (!isList) {
        if (++fields > MAX_FIELDS) throw new Unreadable("memory")
        if (text.charCodeAt(at) !== QUOTE) throw new Unreadable("syntax")
        const colon = scanner.skipSpace(stringEnd(text, at))
        if (text.charCodeAt(colon) !== COLON) throw new Unreadable("syntax")
        if (colon - at > MAX_NAME_CHARS) throw new Unreadable("memory")
        scanner.add(BYTES_OF.ownField)
        value = scanner.skipSpace(colon + 1)
      }
      const end = scanner.endOfValue(value, level)
      if (end === undefined || end - value > PIECE_CHARS) {
        flush()
        yield
        const [inner, behind] = yield* whole(value, level + 1, end)
        if (isList) list.push(inner)
        else
          for (const key of Object.keys(piece(`{${text.slice(member, value)}null}`) as object)) put(object, key, inner)
        at = behind
      } else {
        if (from < 0) from = member
        to = end
        at = end
        if (to - from > PIECE_CHARS) {
          flush()
          yield
        }
      }
      at = scanner.skipSpace(at)
      const code = text.charCodeAt(at)
      if (code === closing) {
        flush()
        return [isList ? list : object, at + 1]
      }
      if (code !== COMMA) throw new Unreadable("syntax")
      at = scanner.skipSpace(at + 1)
    }
  }

  /** @param end where it is known: of a string */
  function* whole(start: number, level: number, end?: number): Generator<void, readonly [value: unknown, end: number]> {
    if (isOpening(text.charCodeAt(start))) return yield* apart(start, level)
    const behind = end ?? scanner.endOfValue(start, level) ?? text.length
    const isString = text.charCodeAt(start) === QUOTE
    return [isString ? yield* longString(start, behind) : piece(text.slice(start, behind)), behind]
  }

  const [value, end] = yield* whole(scanner.skipSpace(0), 1)
  if (scanner.skipSpace(end) < text.length) throw new Unreadable("syntax")
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
