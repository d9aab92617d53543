/**
 * Checks how deep a JSON value nests, because code that writes or walks it recurses and could exhaust the stack. A long
 * text is checked before it is parsed: `JSON.parse` takes a microsecond or more for each level that is open at once, so
 * a megabyte of brackets would hold up everything else for a second.
 */
import { endOfString } from "./strings.ts"

/** In a shorter text, even half of the characters as levels take no more than 20 ms. */
const SHORT_CHARS = 16_384
const QUOTE = 34
/** `{` and, with the bit of `LOWER`, `[`; the same for the closing ones. */
const OPENING = 123
const CLOSING = 125
const LOWER = 32

/**
 * Returns whether the value of a long JSON text nests deeper than this many levels. The value of a short text may do so
 * although the result is `false`. Of a text that is not JSON, the result means nothing.
 */
export const isTextDeeperThan = (levels: number, text: string): boolean => {
  // A page of HTML or a script is for the parser to refuse.
  if (text.length <= SHORT_CHARS || !/^\s*[[{]/.test(text)) return false
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = (endOfString(text, at) ?? text.length) - 1
    } else if ((code | LOWER) === OPENING) {
      depth += 1
      if (depth > levels) return true
    } else if ((code | LOWER) === CLOSING) depth -= 1
  }
  return false
}

/**
 * Returns whether a value nests deeper than this many levels. It never looks deeper than that itself.
 * @param onNumber is called with every number, up to the first place that is too deep
 */
export const isDeeperThan = (levels: number, value: unknown, onNumber?: (number: number) => void): boolean => {
  if (typeof value === "number") onNumber?.(value)
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) {
    for (const item of value) if (isDeeperThan(levels - 1, item, onNumber)) return true
    return false
  }
  const fields = value as Readonly<Record<string, unknown>>
  for (const key in fields) if (isDeeperThan(levels - 1, fields[key], onNumber)) return true
  return false
}
