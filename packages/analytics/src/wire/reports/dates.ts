/** Converts dates in reports to ISO 8601. */
import { dateFormOf } from "../../schema/dates.ts"

/**
 * The function that converts a dimension's values to ISO 8601, or undefined if the dimension has no dates. Other
 * values, such as "(other)", are unchanged.
 */
export const isoOf = (dimension: string): ((value: string) => string) | undefined => {
  const form = dateFormOf(dimension)
  if (form === undefined) return undefined
  // A report has few distinct dates in many rows, so the converted texts are shared.
  const isoByValue = new Map<string, string>()
  return (value) => {
    const cachedIso = isoByValue.get(value)
    if (cachedIso !== undefined) return cachedIso
    const iso = value.length === form.digits && /^\d+$/.test(value) ? form.iso(value) : value
    isoByValue.set(value, iso)
    return iso
  }
}
