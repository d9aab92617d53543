// Formats rows as in the protocol: every value is text, and the column's header has its type.

import type { MetricColumn } from "./columns.ts"
import type { Aggregation } from "./request.ts"
import type { Row } from "./rows.ts"

const isVisible = ({ isVisible: visible }: MetricColumn): boolean => visible

export const dimensionHeaders = (names: ReadonlyArray<string>): ReadonlyArray<object> => names.map((name) => ({ name }))

export const metricHeaders = (metrics: ReadonlyArray<MetricColumn>): ReadonlyArray<object> =>
  metrics.filter(isVisible).map(({ name, type }) => ({ name, type }))

export const wireRow = (
  texts: ReadonlyArray<string>,
  values: ReadonlyArray<number>,
  metrics: ReadonlyArray<MetricColumn>
): object => ({
  dimensionValues: texts.map((value) => ({ value })),
  metricValues: values
    .filter((_, index) => metrics[index]?.isVisible === true)
    .map((value) => ({ value: String(value) }))
})

export const wireRows = (rows: ReadonlyArray<Row>, metrics: ReadonlyArray<MetricColumn>): ReadonlyArray<object> =>
  rows.map(({ texts, values }) => wireRow(texts, values, metrics))

const reserved = { TOTAL: "RESERVED_TOTAL", MAXIMUM: "RESERVED_MAX", MINIMUM: "RESERVED_MIN", COUNT: "RESERVED_COUNT" }

/** The dimension value in an aggregate row, such as a total. */
export const reservedText = (aggregation: Aggregation): string =>
  aggregation === "METRIC_AGGREGATION_UNSPECIFIED" ? "" : reserved[aggregation]

/** The largest or smallest value of each metric. 0 if there are no rows. */
export const extremes = (
  rows: ReadonlyArray<Row>,
  aggregation: "MAXIMUM" | "MINIMUM",
  count: number
): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, index) => {
    let extreme: number | undefined
    for (const { values } of rows) {
      const value = values[index] ?? 0
      if (extreme === undefined || (aggregation === "MAXIMUM" ? value > extreme : value < extreme)) extreme = value
    }
    return extreme ?? 0
  })
