/** Writes every row of a report to a file as it is read. */
import { Progress } from "@inlay/agent-plugin/Caller"
import { csvLine } from "@inlay/agent-plugin/csv"
import type { WriteText } from "@inlay/agent-plugin/OutputFiles"
import * as Effect from "effect/Effect"

import type { ReportColumns, Value } from "../../schema/Report.ts"
import type { TakePart } from "../../tool-steps/parts/whole-report.ts"
import { ownDays } from "../../wire/reports/own-days.ts"
import type { FileRequest } from "./request.ts"

/** The number of rows that are formatted at once: a few hundred kilobytes. */
const ROWS_AT_ONCE = 5000

interface Format {
  readonly begin: (names: ReadonlyArray<string>) => string
  /** @param isFirst whether this is the first row */
  readonly row: (names: ReadonlyArray<string>, values: ReadonlyArray<Value>, isFirst: boolean) => string
  readonly end: (isEmpty: boolean) => string
}

const FORMATS: Readonly<Record<FileRequest["format"], Format>> = {
  csv: {
    // With a byte order mark, spreadsheets read the file as UTF-8.
    begin: (names) => `\uFEFF${csvLine(names)}`,
    row: (_, values) => csvLine(values),
    end: () => ""
  },
  json: {
    begin: () => "[",
    row: (names, values, isFirst) =>
      `${isFirst ? "" : ","}\n${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at]])))}`,
    end: (isEmpty) => (isEmpty ? "]\n" : "\n]\n")
  }
}

/** What was written, and how many rows were not, because they say 0 for a day outside of their period. */
export interface WrittenFile {
  readonly rows: number
  readonly zeros: number
  readonly bytes: number
}

/**
 * Writes rows as they are read.
 * @param names the columns of an empty report, whose response may not contain any
 */
export const exporting = (format: FileRequest["format"], names: ReadonlyArray<string>, write: WriteText) => {
  const form = FORMATS[format]
  let rows = 0
  let zeros = 0
  let bytes = 0
  let isBegun = false
  const add = (text: string) =>
    Effect.suspend(() => {
      bytes += Buffer.byteLength(text)
      return write(text)
    })
  const begin = (columns: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      if (isBegun) return Effect.void
      isBegun = true
      return add(form.begin(columns.length === 0 ? names : columns))
    })
  const chunk = ({ columns, ranges = [] }: ReportColumns, from: number, to: number): string => {
    const titles = columns.map(({ name }) => name)
    const isOwn = ranges.length > 1 ? ownDays(columns, ranges) : undefined
    let text = ""
    for (let at = from; at < to; at++) {
      const values = columns.map((column) => column.values[at] ?? "")
      if (isOwn?.(Object.fromEntries(titles.map((name, column) => [name, values[column] ?? ""]))) === false) {
        zeros++
        continue
      }
      text += form.row(titles, values, rows === 0)
      rows++
    }
    return text
  }
  const take: TakePart = Effect.fnUntraced(function* (part) {
    const progress = yield* Progress
    const count = part.columns[0]?.values.length ?? 0
    yield* begin(part.columns.map(({ name }) => name))
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      yield* add(chunk(part, from, Math.min(from + ROWS_AT_ONCE, count)))
      yield* progress({ done: rows, total: part.rowCount, text: "rows" })
    }
  })
  const end = Effect.suspend(() =>
    Effect.andThen(
      begin([]),
      Effect.map(add(form.end(rows === 0)), (): WrittenFile => ({ rows, zeros, bytes }))
    )
  )
  return { take, end }
}
