/**
 * Replaces `effect/Duration`: a duration is a number of milliseconds, a text such as `5 seconds`, or one of these
 * functions' results. 4 KB of the original count nanoseconds, which nothing in these bundles uses.
 */
interface Duration {
  readonly millis: number
}
type Input = Duration | number | string

const SECOND = 1000
const DAY = 86_400_000
const UNITS: Readonly<Record<string, number>> = {
  milli: 1,
  second: SECOND,
  minute: 60 * SECOND,
  hour: 3600 * SECOND,
  day: DAY,
  week: 7 * DAY
}

const from =
  (unit: number) =>
  (count: number): Duration => ({ millis: count * unit || 0 })

export const millis = from(1)
export const seconds = from(SECOND)
export const days = from(DAY)
export const zero = millis(0)
export const infinity = millis(Infinity)
export const negativeInfinity = millis(-Infinity)

export const fromInputUnsafe = (input: Input): Duration => {
  if (typeof input === "number") return millis(input)
  if (typeof input === "object" && "millis" in input) return input
  const [, count, unit = ""] = /^(-?[\d.]+) (\w+?)s?$/.exec(input) ?? []
  const scale = UNITS[unit]
  if (scale === undefined) throw new TypeError(`Not a duration of this bundle: ${input}`)
  return millis(Number(count) * scale)
}

const to =
  (unit: number) =>
  (input: Input): number =>
    fromInputUnsafe(input).millis / unit

export const toMillis = to(1)
export const toSeconds = to(SECOND)
export const toDays = to(DAY)

/** For Effect's `Cache`. */
export const isZero = ({ millis: count }: Duration): boolean => count === 0
export const isFinite = ({ millis: count }: Duration): boolean => Number.isFinite(count)

/** For modules of Effect that are in none of these bundles. The build fails if one has it. */
const unused = (): never => {
  throw new Error("This bundle has no such durations.")
}
export {
  unused as Equivalence,
  unused as format,
  unused as formatIso,
  unused as fromInput,
  unused as fromIso,
  unused as isDuration,
  unused as isLessThanOrEqualTo,
  unused as isNegative,
  unused as max,
  unused as min,
  unused as nanos,
  unused as subtract,
  unused as sum,
  unused as toNanos,
  unused as toNanosUnsafe
}
