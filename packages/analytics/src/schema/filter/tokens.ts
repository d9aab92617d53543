/** The words of a filter: names, numbers, texts and signs, each with its place. */

/** One word; `at` counts characters from 0. */
export interface Token {
  readonly kind: "name" | "text" | "number" | "sign" | "end"
  /** A text without its quotation marks and escapes; anything else as written. */
  readonly value: string
  readonly at: number
}

/** Why a filter cannot be read, and where. */
export class FilterProblem extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const BLANK = /[\s\u00a0]+/y
const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy
/** A name may have a part behind a colon: `customEvent:plan`. */
const NAME = /[A-Za-z_]\w*(?::\w[\w.-]*)?/y
const SIGN = /==|!=|!~|=~|>=|<=|&&|\|\||[=~><!(),]/y
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", "“": "”" }

/**
 * A text from its opening quotation mark. A backslash stands for itself before anything but the closing quotation mark and
 * another backslash, so that regular expressions can be written as they are.
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

/** The words of a filter, and one that stands for its end. */
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
    if (value === undefined) throw new FilterProblem(`${JSON.stringify(source.charAt(at))} means nothing here`, at)
    tokens.push({ kind: number !== undefined ? "number" : name !== undefined ? "name" : "sign", value, at })
    at += value.length
  }
  tokens.push({ kind: "end", value: "", at })
  return tokens
}
