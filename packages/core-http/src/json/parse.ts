/**
 * Parses JSON without the one silent loss of `JSON.parse`: an integer past 2^53 - 1 becomes the string of its digits.
 * If it were rounded, an id would name somebody else; if it were refused, a paid answer would be lost over a field that
 * perhaps nobody reads. As a string the id stays correct, and code that expects a number sees that it is not one.
 */
import { isDeeperThan, isTextDeeperThan } from "./depth.ts"
import { endOfString } from "./strings.ts"

/** Outside strings: a whole number that may be too long, or a number with a large exponent. */
const LONG = /(?<![\d.eE+-])-?(?:\d{16}[\d.eE+-]*|[\d.]+[eE]\+?\d{3}\d*)/g
const INTEGER = /^-?\d+$/

const exact = (number: string): string => {
  const value = Number(number)
  const isExact = Number.isSafeInteger(value) || (Number.isFinite(value) && !INTEGER.test(number))
  return isExact ? number : `"${number}"`
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
  if (isTextDeeperThan(maxLevels, text)) return undefined
  const value: unknown = JSON.parse(text)
  let mayBeRounded = false
  const isTooDeep = isDeeperThan(maxLevels, value, (number) => {
    mayBeRounded ||= Math.abs(number) >= 2 ** 53
  })
  if (isTooDeep) return undefined
  return mayBeRounded ? JSON.parse(withExactNumbers(text)) : value
}
