/**
 * An answer's JSON, without the one silent loss that `JSON.parse` has: an integer past 2^53 - 1 comes as the string of
 * its digits. Rounded, an id names somebody else; refused, an answer that was paid for would be lost over a field that
 * perhaps nobody reads. As text the id stays right, and whoever expects a number there sees that it is none.
 */
import { isDeeperThan } from "./depth.ts"

/**
 * What stands where a value may begin and has the digits or the exponent for it; cheap, and rarely wrong: only strings can
 * mislead it.
 */
const MAY_BE_LONG = /(?:^|[:[,\s])-?(?:[1-9]\d{15}|[\d.]+e\+?\d{3})/i

/** Between strings: a whole number that may be too long, or one with a large exponent. */
const LONG = /(?<![\d.eE+-])-?(?:\d{16}[\d.eE+-]*|[\d.]+[eE]\+?\d{3}\d*)/g
const INTEGER = /^-?\d+$/

const exact = (number: string): string => {
  const value = Number(number)
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !INTEGER.test(number))
  return isExact ? number : `"${number}"`
}

const BACKSLASH = 92

/** Behind a string's closing quote, from its opening one; `undefined` where it has none, or none before `limit`. */
export const endOfString = (text: string, start: number, limit = text.length): number | undefined => {
  for (let at = text.indexOf('"', start + 1); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return undefined
}

/** The same JSON with its long numbers as strings of their digits. */
const withExactNumbers = (json: string): string => {
  let out = ""
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at)
    const end = quote < 0 ? json.length : quote
    const between = json.slice(at, end)
    out += between.length >= 16 || /[eE]/.test(between) ? between.replace(LONG, exact) : between
    at = quote < 0 ? end : (endOfString(json, quote) ?? json.length)
    out += json.slice(end, at)
  }
  return out
}

/**
 * Throws a `SyntaxError` where the text is not JSON. For whoever has looked through it already: how deep it is, and whether a
 * number may be too long.
 */
export const parsePiece = (text: string, mayBeLong: boolean): unknown => {
  // Read as it stands first: what is no number must not become a text.
  const value: unknown = JSON.parse(text)
  return mayBeLong ? JSON.parse(withExactNumbers(text)) : value
}

/** Throws a `SyntaxError` where the text is not JSON; `undefined` where it is nested deeper than `maxLevels`. */
export const parseJson = (text: string, maxLevels: number): unknown => {
  const value: unknown = JSON.parse(text)
  if (isDeeperThan(maxLevels, value)) return undefined
  return MAY_BE_LONG.test(text) ? JSON.parse(withExactNumbers(text)) : value
}
