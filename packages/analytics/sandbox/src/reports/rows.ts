// Computes the rows of a report: texts of dimensions and values of metrics, after metric filters and thresholding.

import { type Measure, measures } from "../fields/measures.ts"
import { aggregate, both, type Groups, type Keep, type Slice } from "./aggregate.ts"
import type { DimensionColumn, MetricColumn } from "./columns.ts"

export interface Row {
  /** One for each dimension column, then comparison and date range if there are several. */
  readonly texts: ReadonlyArray<string>
  /** One for each metric column, including hidden ones. */
  readonly values: ReadonlyArray<number>
  readonly slice: number
  /** The codes of the dimension values. */
  readonly codes: ReadonlyArray<number>
}

export interface Plan {
  readonly slices: ReadonlyArray<Slice>
  /** The number of comparisons, at least 1. Slices this far apart are of one comparison in different ranges. */
  readonly comparisons: number
  /** The texts that identify each slice, appended after the dimensions. */
  readonly sliceTexts: ReadonlyArray<ReadonlyArray<string>>
  readonly dimensions: ReadonlyArray<DimensionColumn>
  readonly metrics: ReadonlyArray<MetricColumn>
  /** Whether a row passes the metric filter. */
  readonly passes: (row: Row) => boolean
  readonly keepEmptyRows: boolean
  /** The factor that extrapolates sampled amounts. */
  readonly scale: number
  /** The exchange rate for amounts of money. */
  readonly rate: number
  /** Rows with fewer users are withheld. */
  readonly leastUsers: number
}

const measuresOf = ({ leastUsers, metrics }: Plan): ReadonlyArray<Measure> => [
  ...metrics.flatMap((metric) => metric.measures),
  ...(leastUsers > 0 ? [measures.users] : [])
]

const valuesOf = ({ metrics, rate, scale }: Plan, groups: Groups, group: number): ReadonlyArray<number> => {
  const amount = (name: string): number => groups.amount(group, name) * scale
  return metrics.map(({ type, value }) => (type === "TYPE_CURRENCY" ? value(amount) * rate : value(amount)))
}

const rowOf = (plan: Plan, dimensions: Plan["dimensions"], groups: Groups, group: number): Row => {
  const slice = groups.slice(group)
  const codes = dimensions.map((_, index) => groups.code(group, index))
  return {
    texts: [...dimensions.map(({ bound }, index) => bound.text(codes[index] ?? 0)), ...(plan.sliceTexts[slice] ?? [])],
    values: valuesOf(plan, groups, group),
    slice,
    codes
  }
}

const keyOf = (codes: ReadonlyArray<number>): string => codes.join(",")

/** Whether a row is shown. A row whose metrics are all zero counts only towards totals. */
export const isShown = ({ keepEmptyRows }: Plan, { values }: Row): boolean =>
  keepEmptyRows || values.length === 0 || values.some((value) => value !== 0)

/** Identifies what the rows of several ranges have in common: the dimension values and the comparison. */
const combinationOf = ({ comparisons }: Plan, { codes, slice }: Pick<Row, "codes" | "slice">): string =>
  `${keyOf(codes)} ${slice % comparisons}`

/** The rows that are shown. A row is, even if its metrics are all zero, if its counterpart of another range is. */
export const shownRows = (plan: Plan, rows: ReadonlyArray<Row>): ReadonlyArray<Row> => {
  const shown = new Set(rows.flatMap((row) => (isShown(plan, row) ? [combinationOf(plan, row)] : [])))
  return rows.filter((row) => shown.has(combinationOf(plan, row)))
}

/**
 * Zeros for each combination of dimension values that one range has and another has not. The real service has every
 * combination of any range once for each range: https://github.com/google/site-kit-wp/issues/6623
 */
const zeroRows = (plan: Plan, rows: ReadonlyArray<Row>, groups: Groups): ReadonlyArray<Row> => {
  const { comparisons, dimensions, metrics, passes, slices, sliceTexts } = plan
  const collected = new Set<string>()
  for (let group = 0; group < groups.count; group += 1) {
    collected.add(`${keyOf(dimensions.map((_, index) => groups.code(group, index)))} ${groups.slice(group)}`)
  }
  const combinations = new Map(rows.map((row) => [combinationOf(plan, row), row]))
  return [...combinations.values()].flatMap(({ codes, slice: from, texts }) =>
    slices.flatMap((_, slice) => {
      if (slice % comparisons !== from % comparisons || collected.has(`${keyOf(codes)} ${slice}`)) return []
      const row: Row = {
        texts: [...texts.slice(0, dimensions.length), ...(sliceTexts[slice] ?? [])],
        values: metrics.map(({ value }) => value(() => 0)),
        slice,
        codes
      }
      return passes(row) ? [row] : []
    })
  )
}

/** The rows that pass the filters, unsorted. */
export const rowsOf = (plan: Plan): ReadonlyArray<Row> => {
  const { dimensions, leastUsers, slices } = plan
  const groups = aggregate(
    slices,
    dimensions.map(({ bound }) => bound),
    measuresOf(plan)
  )
  const rows: Array<Row> = []
  for (let group = 0; group < groups.count; group += 1) {
    if (leastUsers > 0 && groups.amount(group, measures.users.name) < leastUsers) continue
    const row = rowOf(plan, dimensions, groups, group)
    if (plan.passes(row)) rows.push(row)
  }
  return slices.length > plan.comparisons ? [...rows, ...zeroRows(plan, rows, groups)] : rows
}

/** A filter that keeps the events of these rows in one slice. */
const eventsOf = (rows: ReadonlyArray<Row>, slice: number, { dimensions }: Plan): Keep => {
  const keys = new Set(rows.filter((row) => row.slice === slice).map(({ codes }) => keyOf(codes)))
  return (day) => {
    const reads = dimensions.map(({ bound }) => bound.read(day))
    return (event, session) => keys.has(keyOf(reads.map((read) => read(event, session))))
  }
}

/**
 * Groups the events of these rows by fewer dimensions, or by none for a total. Users and sessions that occur in several
 * rows are counted once.
 */
export const regrouped = (plan: Plan, rows: ReadonlyArray<Row>, dimensions: Plan["dimensions"]): ReadonlyArray<Row> => {
  const slices = plan.slices.map(({ days, keep }, slice) => ({ days, keep: both(keep, eventsOf(rows, slice, plan)) }))
  const groups = aggregate(
    slices,
    dimensions.map(({ bound }) => bound),
    measuresOf(plan)
  )
  return Array.from({ length: groups.count }, (_, group) => rowOf(plan, dimensions, groups, group))
}
