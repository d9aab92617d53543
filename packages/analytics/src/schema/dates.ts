/** Dates in reports: ISO 8601 here, digits at the service. Filters take either. */

interface DateForm {
  /** A date in ISO 8601. All dates of the dimension have the same length. */
  readonly example: string
  readonly digits: number
  readonly iso: (digits: string) => string
}

const date = (value: string): string => `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`
const OF_DAYS = { example: "2026-01-31", digits: 8, iso: date }

const FORMS: Readonly<Record<string, DateForm>> = {
  date: OF_DAYS,
  firstSessionDate: OF_DAYS,
  dateHour: { example: "2026-01-31T13", digits: 10, iso: (value) => `${date(value)}T${value.slice(8)}` },
  dateHourMinute: {
    example: "2026-01-31T13:05",
    digits: 12,
    iso: (value) => `${date(value)}T${value.slice(8, 10)}:${value.slice(10)}`
  },
  yearMonth: { example: "2026-01", digits: 6, iso: (value) => `${value.slice(0, 4)}-${value.slice(4)}` },
  isoYearIsoWeek: { example: "2026-W05", digits: 6, iso: (value) => `${value.slice(0, 4)}-W${value.slice(4)}` }
}

/** The form of a dimension's dates, or undefined if it has none. */
export const dateFormOf = (dimension: string): DateForm | undefined =>
  Object.hasOwn(FORMS, dimension) ? FORMS[dimension] : undefined

/** The part of a date that a text in a filter stands for. `pattern` is a regular expression. */
export type DatePart = "whole" | "start" | "end" | "pattern"

const digitsIn = (text: string): string => text.replace(/\D/g, "")

const isLike = (text: string, example: string): boolean => text.replace(/\d/g, "0") === example.replace(/\d/g, "0")

/**
 * A part of a date in the service's digits. Values such as "(other)", and those of dimensions without dates, are
 * unchanged.
 * @returns undefined if the text can be no such part
 */
export const serviceDate = (dimension: string, text: string, part: DatePart): string | undefined => {
  const form = dateFormOf(dimension)
  if (form === undefined || text === "" || text.startsWith("(")) return text
  const { example, digits } = form
  if (part === "pattern") return /\d{4}-/.test(text) ? undefined : text
  if (/^\d+$/.test(text) && (part === "whole" ? text.length === digits : text.length <= digits)) return text
  const its = { whole: example, start: example.slice(0, text.length), end: example.slice(-text.length) }[part]
  return isLike(text, its) ? digitsIn(text) : undefined
}

/** What an error says is expected of a part of a date. */
export const expectedDate = (dimension: string, part: DatePart): string => {
  const example = dateFormOf(dimension)?.example ?? ""
  if (part === "pattern") return `expected ${dimension} in digits alone (${digitsIn(example)})`
  const its = { whole: "", start: "the beginning of ", end: "the end of " }[part]
  return `expected ${its}${dimension} as ${JSON.stringify(example)}`
}
