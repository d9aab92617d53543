/** Charts the first metric of a report, with the previous period if the report compares two. */
import type { CardChart } from "@inlay/agent-plugin/Card"
import * as Result from "effect/Result"

import { nameOf } from "../../card.ts"
import { DATE_DIMENSIONS, valueWithoutRow, withMissingDates } from "../../over-time.ts"
import { conditionsOf } from "../../schema/filter/Expression.ts"
import { parse } from "../../schema/filter/parse.ts"
import type { Column, Facts, Row } from "../../schema/Report.ts"
import type { Entry } from "./entries.ts"
import { figure } from "./table.ts"

/** The most bars of a chart. */
const MOST_BARS = 25

const numberIn = (row: Row | undefined, name: string): number | null => {
  const value = row?.[name]
  return typeof value === "number" ? value : null
}

/** The minimum and maximum, and where they occur. */
const extremes = (x: ReadonlyArray<string>, values: ReadonlyArray<number | null>, type: string | undefined): string => {
  const points = values.flatMap((value, at) => (value === null ? [] : [{ value, at: x[at] ?? "" }]))
  const [first, ...rest] = points
  if (first === undefined) return "no figures"
  const most = rest.reduce((best, one) => (one.value > best.value ? one : best), first)
  const least = rest.reduce((best, one) => (one.value < best.value ? one : best), first)
  // The service's own "(not set)" has brackets.
  const labelOf = ({ value, at }: typeof first) => `${figure(value, type)} ${at.startsWith("(") ? at : `(${at})`}`
  return `most ${labelOf(most)}, least ${labelOf(least)}`
}

/** The report that a chart shows. */
interface ChartedReport {
  readonly facts: Facts
  /** The number of rows of the whole report, of which the entries may be the first. */
  readonly total: number
  readonly filter: string | undefined
  readonly isCompared: boolean
}

/** Whether a date without a row has no events. Rows may also have been left out because of their numbers. */
const isEveryEventShown = (dimensions: ReadonlyArray<string>, { facts, filter }: ChartedReport): boolean => {
  if (facts.quality.thresholded === true || !dimensions.every((name) => DATE_DIMENSIONS.has(name))) return false
  const expression = filter === undefined ? undefined : Result.getOrElse(parse(filter), () => undefined)
  const conditions = expression === undefined ? [] : conditionsOf(expression)
  return !conditions.some(({ _tag }) => _tag === "Number" || _tag === "Between")
}

/** A point of a chart. It has no row of a period in which the report has none. */
interface Point extends Partial<Pick<Entry, "current" | "previous">> {
  readonly label: string
}

const pointsOf = (
  kind: "line" | "bar",
  dimensions: ReadonlyArray<string>,
  entries: ReadonlyArray<Entry>,
  { total, facts }: ChartedReport
): ReadonlyArray<Point> => {
  const points = entries.map(({ row, current, previous }): Point => {
    return { label: dimensions.map((name) => nameOf(row[name])).join(" · "), current, previous }
  })
  const ordered = kind === "line" ? points.toSorted((a, b) => (a.label < b.label ? -1 : 1)) : points
  const [dimension = "", ...others] = dimensions
  return others.length > 0 || entries.length < total ? ordered : withMissingDates(dimension, ordered, facts.timeZone)
}

/** Returns undefined if there are fewer than two points. */
export const chartOf = (
  kind: "line" | "bar",
  columns: ReadonlyArray<Column>,
  entries: ReadonlyArray<Entry>,
  report: ChartedReport
): CardChart | undefined => {
  const { facts, total, isCompared } = report
  const dimensions = columns.filter((column) => column.kind === "dimension").map(({ name }) => name)
  const metric = columns.find((column) => column.kind === "metric")
  if (metric === undefined || dimensions.length === 0 || entries.length < 2) return undefined
  const { name, type } = metric
  const all = pointsOf(kind, dimensions, entries, report)
  const points = kind === "line" ? all : all.slice(0, MOST_BARS)
  const figures = entries.flatMap(({ current, previous }) => [numberIn(current, name), numberIn(previous, name)])
  const withoutRow = isEveryEventShown(dimensions, report) ? valueWithoutRow(name, figures) : null
  const valueIn = (row: Row | undefined) => (row === undefined ? withoutRow : numberIn(row, name))
  const x = points.map(({ label }) => label)
  const values = points.map(({ current }) => valueIn(current))
  const before = points.map(({ previous }) => valueIn(previous))
  const count = Math.max(all.length, total)
  const part = points.length < count ? `, the first ${figure(points.length)} of ${figure(count)} rows` : ""
  return {
    kind,
    x,
    series: [
      { label: isCompared ? "now" : name, values },
      ...(isCompared ? [{ label: "before", values: before }] : [])
    ],
    unit: type === "currency" ? (facts.currencyCode ?? "") : "",
    text: `${name} by ${dimensions.join(", ")}${part}: ${extremes(x, values, type)}.`
  }
}
