/** Splits a filter into tokens: names, numbers, texts and signs, with their positions. */

/** One token. `at` is the character position, starting at 0. */
export interface Token {
  readonly kind: "name" | "text" | "number" | "sign" | "end"
  /** A text without quotation marks and escapes. Other tokens as written. */
  readonly value: string
  readonly at: number
}

/** A syntax error in a filter, with its position. */
export class FilterProblem extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const BLANK = /[\s\u00a0]+/y
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy
/**
 * A name can have a second part after a colon, in any script: `customEvent:plan`. One with blanks stands in quotation
 * marks.
 */
const NAME = /[A-Za-z_]\w*(?::[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.-]*)?/uy
const SIGN = /==|!=|!~|=~|>=|<=|&&|\|\||[=~><!(),]/y
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”" }

/**
 * Reads a text, starting at its opening quotation mark. A backslash escapes only the closing quotation mark and another
 * backslash, so that regular expressions can be written without double escaping.
 */
const quotedAt = (source: string, at: number, closing: string): readonly [value: string, end: number] => {
  let value = ""
  for (let from = at + 1; from < source.length; from++) {
    const character = source.charAt(from)
    if (character === closing) return [value, from + 1]
    const next = source.charAt(from + 1)
    if (character === "\\" && (next === closing || next === "\\")) {
      value += next
      from++
    } else value += character
  }
  throw new FilterProblem(`the text that begins here has no closing ${closing}`, at)
}

const matchAt = (pattern: RegExp, source: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

/** Whether a name needs no quotation marks. */
export const isPlainName = (name: string): boolean => matchAt(NAME, name, 0) === name

/** The tokens of a filter, followed by an end token. */
export const tokensOf = (source: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  let at = 0
  while (at < source.length) {
    const blank = matchAt(BLANK, source, at)
    if (blank !== undefined) {
      at += blank.length
      continue
    }
    const closing = QUOTES[source.charAt(at)]
    if (closing !== undefined) {
      const [value, end] = quotedAt(source, at, closing)
      tokens.push({ kind: "text", value, at })
      at = end
      continue
    }
    const number = matchAt(NUMBER, source, at)
    const name = number === undefined ? matchAt(NAME, source, at) : undefined
    const value = number ?? name ?? matchAt(SIGN, source, at)
    if (value === undefined) throw new FilterProblem(`${JSON.stringify(source.charAt(at))} is not valid here`, at)
    tokens.push({ kind: number !== undefined ? "number" : name !== undefined ? "name" : "sign", value, at })
    at += value.length
  }
  tokens.push({ kind: "end", value: "", at })
  return tokens
}
