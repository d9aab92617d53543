/**
 * Fills in the dates of a report over time that have no row: the service leaves out rows whose metrics are all 0. Pure.
 */
import { clockIn } from "./schema/clocks.ts"

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

/** The most dates of a chart that is filled in: more than a year of hours. */
const MOST_DATES = 10_000

const HOUR_MILLIS = 3_600_000
/** Clocks are at most this far from UTC. */
const MOST_OFFSET_MILLIS = 14 * HOUR_MILLIS

/**
 * The hours that clocks in a time zone show from one to another: they skip one when summer time begins. Undefined if the
 * zone is unknown here, or the hours are more than a chart has.
 */
const hoursShown = (timeZone: string, first: string, last: string): ReadonlySet<string> | undefined => {
  const clock = clockIn(timeZone, "2-digit")
  const [begin, end] = [first, last].map((label) => Date.parse(`${label}:00Z`))
  if (clock === undefined || begin === undefined || end === undefined) return undefined
  if (!(end - begin <= MOST_DATES * HOUR_MILLIS)) return undefined
  const hours = new Set<string>()
  // Half an hour at a time, because in some zones a part of an hour is skipped.
  for (let millis = begin - MOST_OFFSET_MILLIS; millis <= end + MOST_OFFSET_MILLIS; millis += HOUR_MILLIS / 2) {
    hours.add(clock(millis))
  }
  return hours
}

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
  const hours = dimension === "dateHour" && timeZone !== undefined ? hoursShown(timeZone, first, last) : undefined
  const all: Array<P | Labelled> = []
  let at = 0
  for (let label = first; label <= last && all.length <= MOST_DATES; label = next(label)) {
    const point = points[at]
    const isPoint = point?.label === label
    if (isPoint || hours?.has(label) !== false) all.push(isPoint ? point : { label })
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
