/** Formats a report as a table of texts, with numbers by type, totals and compared periods. */
import type { CommandTable } from "@inlay/agent-plugin/Command"

import { nameOf } from "../../card.ts"
import { PREVIOUS } from "../../schema/ranges.ts"
import type { Column, Facts, Row, Value } from "../../schema/Report.ts"
import type { Entry } from "./entries.ts"

const NOTHING = "–"

const digitsOf = (value: number, type: string | undefined): Intl.NumberFormatOptions => {
  if (type === "currency") return { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 }
}

/** Formats a metric with as many digits as are meaningful. */
export const figure = (value: Value | undefined, type?: string): string => {
  if (value === undefined) return NOTHING
  return typeof value === "number" ? value.toLocaleString("en-US", digitsOf(value, type)) : value
}

/** The change in percent, such as `+12.3 %`. A dash if there was no previous value. */
const changeOf = (now: Value | undefined, before: Value | undefined): string => {
  if (typeof now !== "number" || typeof before !== "number" || before === 0) return NOTHING
  const percent = ((now - before) / Math.abs(before)) * 100
  return `${percent.toLocaleString("en-US", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero"
  })} %`
}

const titleOf = ({ name, type }: Column, currency: string | undefined): string => {
  if (type === "currency" && currency !== undefined) return `${name} (${currency})`
  return type === "seconds" ? `${name} (s)` : name
}

type Cells = ReadonlyArray<string>

const cellsOf = (
  metrics: ReadonlyArray<Column>,
  now: Row | undefined,
  before: Row | undefined,
  isCompared: boolean
): Cells =>
  metrics.flatMap(({ name, type }) => {
    const own = figure(now?.[name], type)
    return isCompared ? [own, figure(before?.[name], type), changeOf(now?.[name], before?.[name])] : [own]
  })

const totalsOf = (
  { totals = [] }: Facts,
  dimensions: ReadonlyArray<Column>,
  metrics: ReadonlyArray<Column>,
  isCompared: boolean
): ReadonlyArray<Cells> => {
  if (dimensions.length === 0) return []
  const label = (text: string): Cells => [text, ...dimensions.slice(1).map(() => "")]
  if (isCompared) {
    const before = totals.find(({ dateRange }) => dateRange === PREVIOUS)
    const now = totals.find((one) => one !== before)
    return now === undefined ? [] : [[...label("Total"), ...cellsOf(metrics, now, before, true)]]
  }
  return totals.map((total) => {
    const { dateRange } = total
    const name = dateRange === undefined ? "Total" : `Total ${dateRange}`
    return [...label(name), ...cellsOf(metrics, total, undefined, false)]
  })
}

/** @param columns the columns that are shown */
export const tableOf = (
  columns: ReadonlyArray<Column>,
  entries: ReadonlyArray<Entry>,
  facts: Facts,
  isCompared: boolean
): CommandTable => {
  const dimensions = columns.filter(({ kind }) => kind === "dimension")
  const metrics = columns.filter(({ kind }) => kind === "metric")
  const right = (title: string) => ({ title, align: "right" }) as const
  return {
    columns: [
      ...dimensions.map(({ name }) => ({ title: name })),
      ...metrics.flatMap((metric) => {
        const title = right(titleOf(metric, facts.currencyCode))
        return isCompared ? [title, right("before"), right("change")] : [title]
      })
    ],
    rows: entries.map(({ row, current, previous }) => [
      ...dimensions.map(({ name }) => nameOf(row[name])),
      ...cellsOf(metrics, current, previous, isCompared)
    ]),
    totals: totalsOf(facts, dimensions, metrics, isCompared)
  }
}
