/**
 * JSON at a terminal: finds where a text stops being valid JSON, and prints JSON without characters that a terminal
 * interprets.
 */

/** Where a text stops being valid JSON. Line and column start at 1. */
export interface JsonBreak {
  readonly line: number
  readonly column: number
  /** Node's message, unless it quotes the text: `Expected ':' after property name`. */
  readonly problem: string
}

const messageOf = (text: string): string | undefined => {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Captures message and position. Messages that quote the text contain double quotes and no position. */
const WITH_PLACE = /^([^"]*?)(?: in JSON)? at position (\d+)/
const END = "Unexpected end of JSON input"

/** Whether a text is JSON or the beginning of JSON. */
const couldGoOn = (text: string): boolean => {
  const message = messageOf(text)
  return message === undefined || message === END || WITH_PLACE.exec(message)?.[2] === String(text.length)
}

/**
 * The length of the longest prefix that could continue as JSON. Needed for Node's messages that quote the text and have
 * no position.
 */
const placeOf = (text: string): number => {
  let good = 0
  let bad = text.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (couldGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

const breakOf = (text: string, message: string): { readonly at: number; readonly problem: string } => {
  if (message === END) return { at: text.length, problem: "It ends too early" }
  const [, problem, at] = WITH_PLACE.exec(message) ?? []
  return problem === undefined ? { at: placeOf(text), problem: "Unexpected character" } : { at: Number(at), problem }
}

/** Where a text stops being valid JSON; `undefined` if it is valid. */
export const findBreak = (text: string): JsonBreak | undefined => {
  const message = messageOf(text)
  if (message === undefined) return undefined
  const { at, problem } = breakOf(text, message)
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf("\n") + 1
  return { line: before.split("\n").length, column: at - lineStart + 1, problem }
}

/** The invalid line, truncated to a width, with a mark below the position. */
export const excerpt = (text: string, { line, column }: Pick<JsonBreak, "line" | "column">, width: number): string => {
  const full = (text.split("\n")[line - 1] ?? "").replaceAll("\t", " ").replace(/\p{Cc}/gu, "?")
  const from = Math.max(0, column - 1 - Math.floor(width / 2))
  return `${full.slice(from, from + width)}\n${" ".repeat(column - 1 - from)}^`
}

// Characters that JSON.stringify does not escape and a terminal may interpret: delete, C1 controls, line separators,
// direction marks.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

const escaped = (json: string): string =>
  json.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)

/** Formats one JSON document with indentation. Parsing it returns the same value. */
export const stringify = (value: unknown): string => escaped(JSON.stringify(value, null, 2))

/** Formats one JSON document on one line. Parsing it returns the same value. */
export const stringifyLine = (value: unknown): string => escaped(JSON.stringify(value))
