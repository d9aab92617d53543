/**
 * Fills in the dates of a report over time that have no row: the service leaves out rows whose metrics are all 0. Pure.
 */

/** Dimensions that have a value for each day, hour or month. */
export const DATE_DIMENSIONS: ReadonlySet<string> = new Set(["date", "dateHour", "yearMonth"])

/** A month, day or hour in ISO 8601. */
const DATE = /^\d{4}-\d\d(-\d\d(T\d\d)?)?$/

/** The month, day or hour after another. */
const next = (label: string): string => {
  const { length } = label
  const [year = 0, month = 1, day = 1, hour = 0] = label.split(/\D/).map(Number)
  const millis = Date.UTC(
    year,
    month - 1 + Number(length === 7),
    day + Number(length === 10),
    hour + Number(length === 13)
  )
  return new Date(millis).toISOString().slice(0, length)
}

const DAY_MILLIS = 86_400_000

/** A function that tells whether clocks in a time zone show an hour at all: they skip one when summer time begins. */
const hourExistsIn = (timeZone: string): ((label: string) => boolean) => {
  const twoDigits = { month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" } as const
  try {
    // Canadian English formats dates as in ISO 8601.
    const format = new Intl.DateTimeFormat("en-CA", { year: "numeric", ...twoDigits, hourCycle: "h23", timeZone })
    const clockAt = (millis: number) => format.format(millis).replace(", ", "T")
    const offsetAt = (millis: number) => Date.parse(`${clockAt(millis)}Z`) - millis
    const offsetsByDay = new Map<string, ReadonlyArray<number>>()
    const offsetsOn = (day: string): ReadonlyArray<number> => {
      const known = offsetsByDay.get(day)
      if (known !== undefined) return known
      const midnight = Date.parse(`${day}T00:00Z`)
      const offsets = [...new Set([midnight - DAY_MILLIS, midnight + 2 * DAY_MILLIS].map(offsetAt))]
      offsetsByDay.set(day, offsets)
      return offsets
    }
    return (label) => {
      const offsets = offsetsOn(label.slice(0, 10))
      // In some zones, a part of an hour is skipped.
      const times = [`${label}:00`, `${label}:59`]
      return (
        offsets.length === 1 ||
        times.some((time) => offsets.some((offset) => clockAt(Date.parse(`${time}Z`) - offset) === time))
      )
    }
  } catch {
    return () => true
  }
}

/** The most dates of a chart that is filled in: more than a year of hours. */
const MOST_DATES = 10_000

interface Labelled {
  readonly label: string
}

/**
 * Adds a point with only a label for each missing date between the first point and the last. Returns the points
 * unchanged if they are not ascending dates of one of the dimensions.
 * @param timeZone the property's
 */
export const withMissingDates = <P extends Labelled>(
  dimension: string,
  points: ReadonlyArray<P>,
  timeZone?: string
): ReadonlyArray<P | Labelled> => {
  const first = points[0]?.label ?? ""
  const last = points.at(-1)?.label ?? ""
  if (!DATE_DIMENSIONS.has(dimension) || !DATE.test(first)) return points
  const hourExists = dimension === "dateHour" && timeZone !== undefined ? hourExistsIn(timeZone) : () => true
  const all: Array<P | Labelled> = []
  let at = 0
  for (let label = first; label <= last && all.length <= MOST_DATES; label = next(label)) {
    const point = points[at]
    const isPoint = point?.label === label
    if (isPoint || hourExists(label)) all.push(isPoint ? point : { label })
    if (isPoint) at++
  }
  return at === points.length ? all : points
}

/** Rates, averages and the like have no value without events. */
const RATE = /[Rr]ate$|[Aa]verage|Per[A-Z]|Position$|^return/

/** Sums that need not be whole numbers. */
const SUM = /(keyEvents|conversions|[Rr]evenue|[Cc]ost|[Dd]uration|[Vv]alue|[Aa]mount)$/

/**
 * The value of a metric on a date without a row: 0 for counts and sums, otherwise none.
 * @param values the metric's values on other dates, which are whole numbers if it is a count
 */
export const valueWithoutRow = (metric: string, values: ReadonlyArray<number | null>): 0 | null => {
  // The part after a colon names an event or parameter: `keyEvents:purchase`.
  const [name = ""] = metric.split(":", 1)
  if (RATE.test(name)) return null
  return SUM.test(name) || values.every((value) => value === null || Number.isInteger(value)) ? 0 : null
}
