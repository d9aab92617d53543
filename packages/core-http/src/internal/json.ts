/**
 * An answer's JSON, without the one silent loss that `JSON.parse` has: an integer past 2^53 - 1 comes as the string of
 * its digits. Rounded, an id names somebody else; refused, an answer that was paid for would be lost over a field that
 * perhaps nobody reads. As text the id stays right, and whoever expects a number there sees that it is none.
 */
import { isDeeperThan } from "../json-depth.ts"

/**
 * What stands where a value may begin and has the digits or the exponent for it; cheap, and rarely wrong: only strings can
 * mislead it.
 */
const MAY_BE_LONG = /(?:^|[:[,\s])-?(?:[1-9]\d{15}|[\d.]+e\+?\d{3})/i
const INTEGER = /^-?\d+$/

/** The reviver's third argument, not in TypeScript's library yet; a runtime that lacks it leaves numbers as they are. */
type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown
const parseWith = JSON.parse as (text: string, revive: Revive) => unknown

const exact: Revive = (_, value, context) => {
  const source = context?.source
  if (typeof value !== "number" || source === undefined || Number.isSafeInteger(value)) return value
  return INTEGER.test(source) || !Number.isFinite(value) ? source : value
}

/** Throws a `SyntaxError` where the text is not JSON; `undefined` where it is nested deeper than `maxLevels`. */
export const parseJson = (text: string, maxLevels: number): unknown => {
  const value: unknown = JSON.parse(text)
  if (isDeeperThan(maxLevels, value)) return undefined
  return MAY_BE_LONG.test(text) ? parseWith(text, exact) : value
}
