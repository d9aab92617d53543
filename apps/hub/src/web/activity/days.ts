/** Thirty days of runs as series, one figure a day. Pure. */
import type { Day } from "../api/types.ts"

export const DAYS = 30
const DAY_MILLIS = 86_400_000

export interface DaySum {
  /** `2026-01-31`. */
  readonly day: string
  readonly runs: number
  readonly failed: number
  readonly credits: number
  readonly unknownCharges: number
}

/** Every day up to today, those without a run too. */
export const sumsOf = (days: ReadonlyArray<Day>, now: number): ReadonlyArray<DaySum> =>
  Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(now - (DAYS - 1 - index) * DAY_MILLIS).toISOString().slice(0, 10)
    const own = days.filter((one) => one.day === day)
    const sum = (of: (one: Day) => number) => own.reduce((total, one) => total + of(one), 0)
    return {
      day,
      runs: sum(({ runs }) => runs),
      failed: sum(({ failed }) => failed),
      credits: sum(({ credits }) => credits),
      unknownCharges: sum(({ unknownCharges }) => unknownCharges)
    }
  })
