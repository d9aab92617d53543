/** Builds the card of a report: chart, totals and data quality. Pure. */
import type { Card, CardChart, CardNotice, CardRow } from "@inlay/agent-plugin/Card"

import { valueWithoutRow, withMissingDates } from "./over-time.ts"
import type { Quality } from "./schema/Quality.ts"
import type { Facts, Row } from "./schema/Report.ts"

/** The output of `analytics_run_reports`. */
export interface ReportOutput extends Facts {
  readonly rows: ReadonlyArray<Row>
}

/** The most bars that can be distinguished in a popup. */
const MOST_BARS = 12
/** The most rows that are listed. */
const MOST_ROWS = 10

/** Matches texts that begin with an ISO 8601 date, month or week: `2026-01-31T13`, `2026-01`, `2026-W05`. */
const DATE = /^\d{4}-(W\d\d|\d\d)/

const textOf = (value: Row[string] | undefined): string =>
  typeof value === "number" ? value.toLocaleString("en-AU", { maximumFractionDigits: 2 }) : (value ?? "")

/**
 * How people know an empty value of a dimension, which the service wrote so until 2025:
 * https://github.com/google/site-kit-wp/issues/10177
 */
const NOT_SET = "(not set)"

/** The value of a dimension, which is never blank. */
export const nameOf = (value: Row[string] | undefined): string => (value === "" ? NOT_SET : textOf(value))

/** Names of the columns. A column that has a number in any row is a metric; all others are dimensions. */
const columnsOf = (rows: ReadonlyArray<Row>) => {
  const names = Object.keys(rows[0] ?? {})
  const metrics = names.filter((name) => rows.some((row) => typeof row[name] === "number"))
  return { metrics, dimensions: names.filter((name) => !metrics.includes(name)) }
}

const warning = (isSo: boolean, text: string): ReadonlyArray<CardNotice> => (isSo ? [{ tone: "warning", text }] : [])

const cutIn = (cutDates: NonNullable<Quality["truncated"]>[number]): string =>
  [cutDates.message ?? cutDates.reason, ...(cutDates.dates ?? [])].join(" ")

/** Why the report is empty: as a sentence, or with the service's reason code. */
const emptyText = (empty: string): string =>
  /^[A-Z_]+$/.test(empty) ? `No rows. The service's reason: ${empty}.` : `No rows. ${empty}`

/** One sentence for everything that limits how far the figures can be trusted. */
const noticesOf = ({ empty, quality }: ReportOutput): ReadonlyArray<CardNotice> => {
  const { sampled = [], truncated = [], blockedMetrics = [] } = quality
  const share = Math.min(...sampled)
  return [
    ...(empty === undefined ? [] : [{ tone: "neutral", text: emptyText(empty) } as const]),
    ...warning(sampled.length > 0, `Estimated from ${textOf(share * 100)} % of the events.`),
    ...warning(quality.thresholded === true, "Rows with few users are left out."),
    ...warning(quality.otherRow === true, 'Rare values are grouped as "(other)", where filters do not find them.'),
    ...truncated.map((one): CardNotice => ({ tone: "warning", text: `Incomplete: ${cutIn(one)}` })),
    ...warning(
      blockedMetrics.length > 0,
      `The account may not see ${blockedMetrics.join(", ")}: its zeros are meaningless.`
    ),
    ...warning(quality.unsettledFrom !== undefined, `Figures from ${quality.unsettledFrom} on may still change.`)
  ]
}

/** A point of a chart. It has no value if the report has no row for it. */
interface Point {
  readonly label: string
  readonly value?: number | null
}

/** A chart of the first metric by the only dimension: a line over time, bars otherwise. */
const chartOf = ({ rows, rowCount, quality, timeZone }: ReportOutput): CardChart | undefined => {
  const { metrics, dimensions } = columnsOf(rows)
  const [metric] = metrics
  const [dimension, ...others] = dimensions
  if (metric === undefined || dimension === undefined || others.length > 0 || rows.length < 2) return undefined
  const isOverTime = rows.every((row) => DATE.test(String(row[dimension])))
  const points = rows.map((row): Point => {
    const value = row[metric]
    return { label: nameOf(row[dimension]), value: typeof value === "number" ? value : null }
  })
  const shown: ReadonlyArray<Point> = isOverTime
    ? points.toSorted((a, b) => (a.label < b.label ? -1 : 1))
    : points.slice(0, MOST_BARS)
  const part = shown.length < rowCount ? `, ${shown.length} of ${rowCount} rows` : ""
  const all: ReadonlyArray<Point> = part === "" ? withMissingDates(dimension, shown, timeZone) : shown
  const figures = shown.map(({ value = null }) => value)
  const withoutRow = quality.thresholded === true ? null : valueWithoutRow(metric, figures)
  const values = all.map(({ value = withoutRow }) => value)
  const numbers = values.filter((value) => value !== null)
  return {
    kind: isOverTime ? "line" : "bar",
    x: all.map(({ label }) => label),
    series: [{ label: metric, values }],
    unit: metric,
    text: `${metric} by ${dimension}${part}: from ${textOf(Math.min(...numbers))} to ${textOf(Math.max(...numbers))}.`
  }
}

/** A figure as plain digits, rounded as `textOf` rounds it. */
const digitsOf = (value: Row[string] | undefined): string =>
  typeof value === "number" ? String(Number(value.toFixed(2))) : (value ?? "")

const figure = (label: string, name: string, source: string, row: Row): ReadonlyArray<CardRow> =>
  row[name] === undefined ? [] : [{ label, value: digitsOf(row[name]), kind: "number", source }]

const totalsOf = ({ totals = [] }: ReportOutput): ReadonlyArray<CardRow> =>
  totals.flatMap((total, at) => {
    const { dateRange, ...metrics } = total
    const range = dateRange === undefined ? "" : ` (${dateRange})`
    return Object.keys(metrics).flatMap((name) => figure(`${name}${range}`, name, `totals[${at}].${name}`, total))
  })

const rowsOf = ({ rows }: ReportOutput): ReadonlyArray<CardRow> => {
  const { metrics, dimensions } = columnsOf(rows)
  return rows.slice(0, MOST_ROWS).flatMap((row, at) => {
    const place = dimensions.map((name) => nameOf(row[name])).join(" · ")
    return metrics.flatMap((name) => {
      const label =
        metrics.length === 1 && place !== "" ? place : [place, name].filter((part) => part !== "").join(" · ")
      return figure(label, name, `rows[${at}].${name}`, row)
    })
  })
}

/** How many rows the report has. Of a part of several periods that is not known: see `Facts.rowCount`. */
const countOf = ({ rows: [row], rows, rowCount }: ReportOutput): string => {
  if (row !== undefined && "dateRange" in row && rows.length < rowCount) return `more than ${textOf(rows.length)} rows`
  return `${textOf(rowCount)} ${rowCount === 1 ? "row" : "rows"}`
}

/** The card of a report, built from the output of `analytics_run_reports` and the time at which it was fetched. */
export const reportCard = (report: ReportOutput, source: Pick<Card, "fetchedAt" | "fromCache">): Card => {
  const { metrics, dimensions } = columnsOf(report.rows)
  const chart = chartOf(report)
  const totals = totalsOf(report)
  const rows = rowsOf(report)
  const by = dimensions.length === 0 ? [] : [`by ${dimensions.join(", ")}`]
  return {
    title: metrics.length === 0 ? "Report" : metrics.join(", "),
    subtitle: [...by, countOf(report)].join(" · "),
    notices: noticesOf(report),
    sections: [
      ...(totals.length === 0 ? [] : [{ title: "Totals", rows: totals }]),
      ...(rows.length === 0 ? [] : [{ title: "Rows", rows }])
    ],
    ...(chart !== undefined && { chart }),
    fetchedAt: source.fetchedAt,
    fromCache: source.fromCache
  }
}
