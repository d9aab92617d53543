/** Charts the first metric of a report, with the previous period if the report compares two. */
import type { CardChart } from "@inlay/agent-plugin/Card"

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
  return `most ${figure(most.value, type)} (${most.at}), least ${figure(least.value, type)} (${least.at})`
}

/**
 * Returns undefined if there are fewer than two points.
 * @param total the number of rows of the whole report, of which `entries` may be the first
 */
export const chartOf = (
  kind: "line" | "bar",
  columns: ReadonlyArray<Column>,
  entries: ReadonlyArray<Entry>,
  total: number,
  { currencyCode }: Facts,
  isCompared: boolean
): CardChart | undefined => {
  const dimensions = columns.filter((column) => column.kind === "dimension")
  const metric = columns.find((column) => column.kind === "metric")
  if (metric === undefined || dimensions.length === 0 || entries.length < 2) return undefined
  const nameOf = ({ row }: Entry) => dimensions.map(({ name }) => String(row[name] ?? "")).join(" · ")
  const points =
    kind === "line" ? entries.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) : entries.slice(0, MOST_BARS)
  const x = points.map(nameOf)
  const values = points.map(({ current }) => numberIn(current, metric.name))
  const before = points.map(({ previous }) => numberIn(previous, metric.name))
  const part = points.length < total ? `, the first ${figure(points.length)} of ${figure(total)} rows` : ""
  const by = dimensions.map(({ name }) => name).join(", ")
  return {
    kind,
    x,
    series: [
      { label: isCompared ? "now" : metric.name, values },
      ...(isCompared ? [{ label: "before", values: before }] : [])
    ],
    unit: metric.type === "currency" ? (currencyCode ?? "") : "",
    text: `${metric.name} by ${by}${part}: ${extremes(x, values, metric.type)}.`
  }
}
