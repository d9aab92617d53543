/**
 * Converts rows of a report to columns of typed values: texts of dimensions, dates as ISO 8601, numbers of metrics. It
 * uses a plain loop, because there may be 250,000 rows.
 */
import { dateFormOf } from "../../schema/dates.ts"
import type { Column, Value } from "../../schema/Report.ts"
import { numberOf } from "./numbers.ts"
import type { RowList } from "./row-reader.ts"

/** The headers of a report, as the service sends them. */
export interface Headers {
  readonly dimensionHeaders?: ReadonlyArray<{ readonly name: string }> | null
  readonly metricHeaders?: ReadonlyArray<{ readonly name: string; readonly type?: string | null }> | null
}

interface WireValue {
  readonly value?: string
}

interface WireRow {
  readonly dimensionValues?: ReadonlyArray<WireValue>
  readonly metricValues?: ReadonlyArray<WireValue>
}

/** Converts `TYPE_INTEGER` to `integer`. */
const typeOf = (type: string | null | undefined): string => (type ?? "TYPE_FLOAT").replace(/^TYPE_/, "").toLowerCase()

/** The columns of a report, dimensions first. */
export const columnsOf = ({ dimensionHeaders, metricHeaders }: Headers): ReadonlyArray<Column> => [
  ...(dimensionHeaders ?? []).map(({ name }) => ({ name, kind: "dimension" as const })),
  ...(metricHeaders ?? []).map(({ name, type }) => ({ name, kind: "metric" as const, type: typeOf(type) }))
]

/**
 * The function that converts a dimension's values to ISO 8601, or undefined if the dimension has no dates. Other
 * values, such as "(other)", are unchanged.
 */
const isoOf = (dimension: string): ((value: string) => string) | undefined => {
  const form = dateFormOf(dimension)
  if (form === undefined) return undefined
  // A report has few distinct dates in many rows, so the converted texts are shared.
  const isoByValue = new Map<string, string>()
  return (value) => {
    const cachedIso = isoByValue.get(value)
    if (cachedIso !== undefined) return cachedIso
    const iso = value.length === form.digits && /^\d+$/.test(value) ? form.iso(value) : value
    isoByValue.set(value, iso)
    return iso
  }
}

const isRow = (row: unknown): row is WireRow => typeof row === "object" && row !== null

const itemsOf = (values: unknown, count: number): ReadonlyArray<WireValue> | undefined => {
  if (values === undefined || values === null) return count === 0 ? [] : undefined
  return Array.isArray(values) && values.length === count ? (values as ReadonlyArray<WireValue>) : undefined
}

/** The text of a value, or undefined if it is invalid. The service omits empty texts. */
const textOf = (item: WireValue | null | undefined): string | undefined => {
  const value: unknown = item?.value ?? (typeof item === "object" && item !== null ? "" : undefined)
  return typeof value === "string" ? value : undefined
}

/**
 * The values of rows that were already read from the bytes. Returns 0, the index of the first row, if the headers do
 * not match.
 */
export const valuesOfList = (
  columns: ReadonlyArray<Column>,
  { dimensions, texts, metrics }: RowList
): ReadonlyArray<ReadonlyArray<Value>> | number => {
  const names = columns.filter(({ kind }) => kind === "dimension").map(({ name }) => name)
  if (names.length !== dimensions.length || columns.length - names.length !== metrics.length) return 0
  const texted = dimensions.map((numbers, at) => {
    const iso = isoOf(names[at] ?? "")
    return numbers.map((number) => {
      const text = texts[number] ?? ""
      return iso?.(text) ?? text
    })
  })
  return [...texted, ...metrics]
}

/** The values of each column, or the index of the first invalid row. */
export const valuesOf = (
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<unknown>
): ReadonlyArray<ReadonlyArray<Value>> | number => {
  const dimensionCount = columns.filter(({ kind }) => kind === "dimension").length
  const metricCount = columns.length - dimensionCount
  const iso = columns.slice(0, dimensionCount).map(({ name }) => isoOf(name))
  const values: ReadonlyArray<Array<Value>> = columns.map(() => [])
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]
    if (!isRow(row)) return at
    const dimensions = itemsOf(row.dimensionValues, dimensionCount)
    const metrics = itemsOf(row.metricValues, metricCount)
    if (dimensions === undefined || metrics === undefined) return at
    for (let c = 0; c < dimensionCount; c++) {
      const text = textOf(dimensions[c])
      const column = values[c]
      if (text === undefined || column === undefined) return at
      column.push(iso[c]?.(text) ?? text)
    }
    for (let c = 0; c < metricCount; c++) {
      const text = textOf(metrics[c])
      const column = values[dimensionCount + c]
      if (text === undefined || column === undefined) return at
      column.push(numberOf(text))
    }
  }
  return values
}

/** Rows as records by column name. */
export const recordsOf = (
  columns: ReadonlyArray<Column>,
  values: ReadonlyArray<ReadonlyArray<Value>>,
  count: number
): ReadonlyArray<Readonly<Record<string, Value>>> => {
  const names = columns.map(({ name }) => name)
  const rows: Array<Record<string, Value>> = []
  for (let at = 0; at < count; at++) {
    const row: Record<string, Value> = {}
    for (let c = 0; c < names.length; c++) row[names[c] ?? ""] = values[c]?.[at] ?? ""
    rows.push(row)
  }
  return rows
}
