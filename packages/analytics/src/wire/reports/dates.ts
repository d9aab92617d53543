/** Converts dates in reports to ISO 8601. */

const date = (value: string): string => `${value.slice(0, 4)}-${value.slice(4, 6)}-${value.slice(6, 8)}`

interface Form {
  readonly digits: number
  readonly iso: (value: string) => string
}

const FORMS: Readonly<Record<string, Form>> = {
  date: { digits: 8, iso: date },
  firstSessionDate: { digits: 8, iso: date },
  dateHour: { digits: 10, iso: (value) => `${date(value)}T${value.slice(8)}` },
  dateHourMinute: { digits: 12, iso: (value) => `${date(value)}T${value.slice(8, 10)}:${value.slice(10)}` },
  yearMonth: { digits: 6, iso: (value) => `${value.slice(0, 4)}-${value.slice(4)}` },
  isoYearIsoWeek: { digits: 6, iso: (value) => `${value.slice(0, 4)}-W${value.slice(4)}` }
}

/**
 * The function that converts a dimension's values to ISO 8601, or undefined if the dimension has no dates. Other
 * values, such as "(other)", are unchanged.
 */
export const isoOf = (dimension: string): ((value: string) => string) | undefined => {
  const form = Object.hasOwn(FORMS, dimension) ? FORMS[dimension] : undefined
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
