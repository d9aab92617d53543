/**
 * Parses large JSON in pieces: a text that is too long to be parsed at once is split at the commas of its outer lists
 * and objects, and `JSON.parse` reads about a hundred kilobytes at a time. Other work can run between two pieces, so a
 * long answer does not block the event loop. Each piece is searched for secrets by itself.
 */
import type * as Effect from "effect/Effect"

import { inTurns } from "../time/turns.ts"
import { parsePiece } from "./parse.ts"
import {
  BYTES_OF,
  COLON,
  COMMA,
  isOpening,
  isSpace,
  MAX_FIELDS,
  MAX_NAME_CHARS,
  PIECE_CHARS,
  PIECE_FIELDS,
  QUOTE,
  Scanner,
  stringEnd,
  Unreadable,
  type Limits,
  type Problem
} from "./scanner.ts"
import { endOfString, isEscaped } from "./strings.ts"

export type { Limits, Problem } from "./scanner.ts"

/** How to transform the pieces before they are put together. */
export interface Refine {
  /** Transforms a piece's value, given the text from which it was parsed. */
  readonly value: (value: unknown, text: string) => unknown
  /** Transforms a single long string. It may yield to other work. */
  readonly string: (value: string) => Generator<void, string>
}

/** Returns where a string's text may be cut: not within an escape, which has at most six characters. */
const cutOf = (part: string): number => {
  for (let from = part.length; from > part.length - 6; from--) {
    if (isEscaped(part, from)) return from - 1
  }
  return part.length
}

/** A JSON string without these characters needs no decoding. */
// oxlint-disable-next-line no-control-regex -- they may not stand in it
const ESCAPED_OR_RAW = /[\\\u0000-\u001F]/

/** Sets a field, and treats `__proto__` as an ordinary key. */
const put = (target: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

/** Parses a text, yielding to other work after each piece. */
function* pieces(text: string, limits: Limits, refine: Refine): Generator<void, unknown> {
  const scanner = new Scanner(text, limits)
  const piece = (from: string): unknown => {
    const value = refine.value(parsePiece(from, scanner.mayBeLong), from)
    scanner.mayBeLong = false
    scanner.fields = 0
    return value
  }

  const isBlank = (at: number): boolean => isSpace(text.charCodeAt(at))

  /** Returns the index behind the whitespace that begins here, however long it is. */
  function* blanks(start: number): Generator<void, number> {
    let at = scanner.skipSpace(start)
    while (isBlank(at)) {
      yield
      at = scanner.skipSpace(at)
    }
    return at
  }

  /** Returns the index of a string's closing quote, and whether the string contains no escapes. */
  function* reach(start: number): Generator<void, readonly [end: number, isPlain: boolean]> {
    let isPlain = true
    for (let from = start + 1; ;) {
      const part = text.slice(from, from + PIECE_CHARS)
      const end = endOfString(part, -1)
      const cut = end === undefined ? cutOf(part) : end - 1
      if (cut === 0 && end === undefined) throw new Unreadable("syntax")
      isPlain &&= !ESCAPED_OR_RAW.test(cut === part.length ? part : part.slice(0, cut))
      from += cut
      if (end !== undefined) return [from, isPlain]
      yield
    }
  }

  /** Reads a string from its opening quote. Returns the string and the index behind it. */
  function* longString(start: number): Generator<void, readonly [value: string, end: number]> {
    const [end, isPlain] = yield* reach(start)
    // A slice of the text takes no memory of its own but keeps the whole text in memory, so it is used only if it is
    // most of the text.
    if (isPlain && 2 * (end - start) > text.length) {
      return [yield* refine.string(text.slice(start + 1, end)), end + 1]
    }
    let value = ""
    for (let from = start + 1; from < end;) {
      const part = text.slice(from, Math.min(from + PIECE_CHARS, end))
      const cut = from + part.length < end ? cutOf(part) : part.length
      value += JSON.parse(`"${part.slice(0, cut)}"`) as string
      from += cut
      yield
    }
    return [yield* refine.string(value), end + 1]
  }

  /** Reads a list or an object member by member. Returns it and the index behind it. */
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

/** Shorter texts are parsed at once in a few milliseconds, which is faster than in pieces. */
const LARGE_CHARS = 1_048_576

/** Returns whether a text is long enough to be parsed in pieces. */
export const isLarge = (text: string): boolean => text.length > LARGE_CHARS

/**
 * Parses a long JSON text in pieces. Fails with the reason why it cannot be read.
 * @param refine transforms each piece's value, given its text
 */
export const parseLarge = (text: string, limits: Limits, refine: Refine): Effect.Effect<unknown, Problem> =>
  inTurns(
    () => pieces(text, limits, refine),
    (cause) => {
      if (cause instanceof Unreadable) return cause.problem
      return cause instanceof SyntaxError ? "syntax" : undefined
    }
  )
