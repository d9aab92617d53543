/** The numbers of metrics, which come as texts. */
import type { Value } from "../../schema/Report.ts"

/** A metric's number; a whole number beyond 2^53, or what is no number, stays the text that it is. */
export const numberOf = (text: string): Value => {
  const value = Number(text)
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) {
    return /[.eE]/.test(text) && Number.isFinite(value) ? value : text
  }
  return Number.isNaN(value) || text === "" ? text : value
}
