/** A list as it is read: its column names, its rows, and whom each row names. Nothing is sent. */
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import { CsvError, parse } from "csv-parse/sync"
import * as Result from "effect/Result"

import { normalForm } from "../../identity/normal-form.ts"
import { columnsOf, IDENTIFIERS, OWN_PREFIX, type Kind } from "./columns.ts"

/** A row, and whom it names: several rows may name the same. */
export interface ListRow {
  /** The cells of the list's own columns. */
  readonly cells: ReadonlyArray<string>
  /** The identifiers to look up, in normal form; absent where the row names nobody. */
  readonly lookup?: Readonly<Record<string, string>>
  /** What is wrong with identifiers of the row that are left out. */
  readonly note?: string
}

export interface List {
  readonly kind: Kind
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ListRow>
}

const MOST_ROWS = 100_000

const DELIMITERS = [",", ";", "\t"]

/** The sign that parts the columns: the one that stands most often in the line of their names. */
const delimiterOf = (text: string): string => {
  const line = text.slice(0, Math.max(0, text.search(/\r|\n|$/)))
  const [most = ","] = DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length)
  return most
}

const wrong = (...fields: ReadonlyArray<FieldError>) => Result.fail(invalid("salesdata", "enrich", fields))

const cellsOf = (text: string): Result.Result<ReadonlyArray<ReadonlyArray<string>>, ProviderError> => {
  try {
    return Result.succeed(
      parse(text, { delimiter: delimiterOf(text), skip_empty_lines: true, relax_column_count: true })
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error["lines"] === "number" ? ` at line ${error["lines"]}` : ""
    return wrong({
      field: "FILE",
      message: `is no CSV file${line}: a quotation mark is not closed, or stands inside a text`
    })
  }
}

const rowOf = (
  cells: ReadonlyArray<string>,
  kind: Kind,
  identifiers: Readonly<Record<string, number>>
): Omit<ListRow, "cells"> => {
  const input: Record<string, string> = {}
  for (const [field, at] of Object.entries(identifiers)) {
    const value = (cells[at] ?? "").trim()
    if (value !== "") input[field] = value
  }
  if (Object.keys(input).length === 0) return { note: "no identifier" }
  const whole = normalForm(IDENTIFIERS[kind], input)
  if (Result.isSuccess(whole)) return { lookup: whole.success }
  const problems = whole.failure.filter(({ field }) => field !== "")
  for (const { field } of problems) delete input[field]
  const note = problems.map(({ field, message }) => `${field} ${message}`).join("; ")
  const rest = normalForm(IDENTIFIERS[kind], input)
  return Result.isSuccess(rest) ? { lookup: rest.success, note } : { note }
}

/** Reads a list, or says everything that is wrong with it or with what is asked of it. */
export const listOf = (
  text: string,
  asked: { readonly kind: Kind | undefined; readonly columns: ReadonlyArray<string> }
): Result.Result<List, ProviderError> => {
  const read = cellsOf(text)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const [names = [], ...body] = read.success
  if (names.every((name) => name.trim() === "") || body.length === 0)
    return wrong({ field: "FILE", message: "must have a line of column names and at least one row" })
  if (body.length > MOST_ROWS)
    return wrong({ field: "FILE", message: `has ${body.length} rows: at most ${MOST_ROWS} are read; part it` })
  const longest = body.find((row) => row.length > names.length && row.slice(names.length).some((cell) => cell !== ""))
  if (longest !== undefined)
    return wrong({ field: "FILE", message: `has a row of ${longest.length} cells below ${names.length} column names` })
  const columns = columnsOf(names, asked)
  if (Result.isFailure(columns)) return wrong(...columns.failure)
  const { kind, identifiers } = columns.success
  const own = names.flatMap((name, at) => (name.startsWith(OWN_PREFIX) ? [] : [at]))
  const ownCells = (row: ReadonlyArray<string>) => own.map((at) => row[at] ?? "")
  return Result.succeed({
    kind,
    header: ownCells(names),
    rows: body.map((row) => ({ cells: ownCells(row), ...rowOf(row, kind, identifiers) }))
  })
}
