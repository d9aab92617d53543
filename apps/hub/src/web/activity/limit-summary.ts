/** Summarizes a limit over time in three numbers. Pure. */
import type { LimitSeries } from "../api/types.ts"

export interface LimitSummary {
  readonly newest: number | null
  readonly lowest: number | null
  /** As the provider last reported it; null if it does not report one. */
  readonly limit: number | null
}

/** What is left of a limit, from 0 to 1; 1 if the limit is not known. */
export const shareLeft = (remaining: number | null, limit: number | null): number =>
  remaining === null || limit === null || limit <= 0 ? 1 : remaining / limit

const isKnown = (value: number | null): value is number => value !== null

export const summaryOf = ({ remaining, limit }: Pick<LimitSeries, "remaining" | "limit">): LimitSummary => {
  const values = remaining.filter(isKnown)
  return {
    newest: values.at(-1) ?? null,
    lowest: values.length === 0 ? null : Math.min(...values),
    limit: limit.findLast(isKnown) ?? null
  }
}

/** The positions of values without a neighbour, which a line chart would not draw. */
export const lonePoints = (values: LimitSeries["remaining"]): Array<number> =>
  values.flatMap((value, at) =>
    value !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null ? [at] : []
  )
