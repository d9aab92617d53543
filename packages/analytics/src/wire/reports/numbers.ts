/** Parses the numbers of metrics, which the service sends as text. */
import type { Value } from "../../schema/Report.ts"

/** The number of a metric. A whole number beyond 2^53 and a text that is not a number remain text. */
export const numberOf = (text: string): Value => {
  const value = Number(text)
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
    return /[.eE]/.test(text) && Number.isFinite(value) ? value : text
  }
  return Number.isNaN(value) || text === "" ? text : value
}
