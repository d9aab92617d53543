// Ranges of the search language: `>=10`, `10..20`, `2026-01-01..*`, `<2026-02-01`. Dates are compared as text; a date
// without a time covers the whole day.

type Test = (value: string | number) => boolean

const never: Test = () => false

/** Extends a date to the last second of the day, so that `..2026-01-31` includes all of that day. */
const ceiling = (bound: string): string => (/^\d{4}-\d{2}-\d{2}$/u.test(bound) ? `${bound}T23:59:59Z` : bound)

const asNumber = (text: string): number | undefined => (/^\d+$/u.test(text) ? Number(text) : undefined)

const order = (value: string | number, bound: string): number => {
  if (typeof value === "number") return value - (asNumber(bound) ?? Number.NaN)
  return value < bound ? -1 : value > bound ? 1 : 0
}

/** The test for a range. An invalid bound matches nothing. */
export const parseRange = (text: string): Test => {
  const between = /^(.+?)\.\.(.+)$/u.exec(text)
  if (between !== null) {
    const [, from = "*", to = "*"] = between
    return (value) => (from === "*" || order(value, from) >= 0) && (to === "*" || order(value, ceiling(to)) <= 0)
  }
  const [, operator = "", bound = ""] = /^(>=|<=|>|<)?(.+)$/u.exec(text) ?? []
  if (bound === "") return never
  if (operator === ">=") return (value) => order(value, bound) >= 0
  if (operator === ">") return (value) => order(value, ceiling(bound)) > 0
  if (operator === "<=") return (value) => order(value, ceiling(bound)) <= 0
  if (operator === "<") return (value) => order(value, bound) < 0
  return (value) => order(value, bound) >= 0 && order(value, ceiling(bound)) <= 0
}
