/** JSON in and out of a terminal: where a text stops being JSON, and JSON that no terminal takes for a command. */

export interface JsonBreak {
  /** From 1. */
  readonly line: number
  readonly column: number
  /** What should have stood there, such as `a comma or }`. */
  readonly expected: string
}

class Broken {
  readonly at: number
  readonly expected: string
  constructor(at: number, expected: string) {
    this.at = at
    this.expected = expected
  }
}

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y // oxlint-disable-line no-control-regex
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
const SPACE = /[ \t\n\r]*/y
/** As deep as a value may nest before reading it is refused. */
const MAX_DEPTH = 200

/** Reads a JSON text only to learn where it breaks. */
const scan = (text: string): Broken | undefined => {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null) return false
    at += found[0].length
    return true
  }
  const here = (expected: string) => new Broken(at, expected)

  const brokenString = (): Broken => {
    const start = at
    for (at++; at < text.length; at++) {
      const char = text.charAt(at)
      if (char < " ") return here("the string's closing quote before a line break or control character")
      if (char !== "\\") continue
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at, at + 6)))
        return here("an escape such as \\n or \\u0041")
      at++
    }
    return new Broken(start, "a closing quote for the string that starts here")
  }

  const list = (close: string, item: () => Broken | undefined): Broken | undefined => {
    at++
    take(SPACE)
    if (text[at] === close) {
      at++
      return undefined
    }
    for (;;) {
      const broken = item()
      if (broken !== undefined) return broken
      take(SPACE)
      if (text[at] === close) {
        at++
        return undefined
      }
      if (text[at] !== ",") return here(`a comma or ${close}`)
      at++
      take(SPACE)
      if (text[at] === close)
        return here(close === "}" ? "another field after the comma" : "another value after the comma")
    }
  }

  const value = (depth: number): Broken | undefined => {
    if (depth > MAX_DEPTH) return here("fewer levels of nesting")
    take(SPACE)
    if (text[at] === "[") return list("]", () => value(depth + 1))
    if (text[at] === "{") return list("}", () => field(depth))
    if (text[at] === '"') return take(STRING) ? undefined : brokenString()
    return take(WORD) || take(NUMBER) ? undefined : here("a value")
  }

  const field = (depth: number): Broken | undefined => {
    if (text[at] !== '"') return here("a field name in double quotes")
    if (!take(STRING)) return brokenString()
    take(SPACE)
    if (text[at] !== ":") return here("a colon after the field name")
    at++
    return value(depth + 1)
  }

  const broken = value(0)
  if (broken !== undefined) return broken
  take(SPACE)
  return at < text.length ? here("the end, after the first value") : undefined
}

/** Where a text stops being JSON; `undefined` where it is JSON. */
export const findBreak = (text: string): JsonBreak | undefined => {
  const broken = scan(text)
  if (broken === undefined) return undefined
  const before = text.slice(0, broken.at).split("\n")
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, expected: broken.expected }
}

/** The line that breaks, cut to fit, with a mark below the place. */
export const excerpt = (text: string, { line, column }: JsonBreak, width: number): string => {
  const full = (text.split("\n")[line - 1] ?? "").replaceAll("\t", " ").replace(/\p{Cc}/gu, "?")
  const from = Math.max(0, column - 1 - Math.floor(width / 2))
  return `${full.slice(from, from + width)}\n${" ".repeat(column - 1 - from)}^`
}

// What JSON.stringify leaves as it is and a terminal may obey: delete, C1 controls, line separators, direction marks.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** One JSON document, indented; parsing it gives the value unchanged. */
export const stringify = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)
