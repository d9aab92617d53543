/**
 * Parses JSON without the one silent loss of `JSON.parse`: an integer past 2^53 - 1 becomes the string of its digits.
 * If it were rounded, an id would name somebody else; if it were refused, a paid answer would be lost over a field that
 * perhaps nobody reads. As a string the id stays correct, and code that expects a number sees that it is not one.
 */
import { isDeeperThan } from "./depth.ts"

/** Outside strings: a whole number that may be too long, or a number with a large exponent. */
const LONG = /(?<![\d.eE+-])-?(?:\d{16}[\d.eE+-]*|[\d.]+[eE]\+?\d{3}\d*)/g
const INTEGER = /^-?\d+$/

const exact = (number: string): string => {
  const value = Number(number)
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !INTEGER.test(number))
  return isExact ? number : `"${number}"`
}

const BACKSLASH = 92

/**
 * Returns the index behind a string's closing quote, given its opening quote, or `undefined` if there is none before
 * `limit`.
 */
export const endOfString = (text: string, start: number, limit = text.length): number | undefined => {
  for (let at = text.indexOf('"', start + 1); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return undefined
}

/** Rewrites JSON with its long numbers as strings of their digits. */
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
 * Parses a piece of a text whose depth has been checked already. Throws a `SyntaxError` if the piece is not JSON.
 * @param mayBeLong whether a number in the piece may be too long
 */
export const parsePiece = (text: string, mayBeLong: boolean): unknown => {
  // Parses the original first, because quoting an invalid number would make the text valid.
  const value: unknown = JSON.parse(text)
  return mayBeLong ? JSON.parse(withExactNumbers(text)) : value
}

/**
 * Parses a text. Throws a `SyntaxError` if it is not JSON. Returns `undefined` if it is nested deeper than `maxLevels`.
 */
export const parseJson = (text: string, maxLevels: number): unknown => {
  const value: unknown = JSON.parse(text)
  let mayBeRounded = false
  const isTooDeep = isDeeperThan(maxLevels, value, (number) => {
    mayBeRounded ||= Math.abs(number) >= 2 ** 53
  })
  if (isTooDeep) return undefined
  return mayBeRounded ? JSON.parse(withExactNumbers(text)) : value
}
