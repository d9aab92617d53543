/** Reads a list: its column names, its rows, and the lookup of each row. Sends nothing. */
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import { CsvError, parse } from "csv-parse/sync"
import * as Result from "effect/Result"

import { normalForm } from "../../identity/normal-form.ts"
import { valuesIn, visible } from "./cells.ts"
import { IDENTIFIERS, type IdentifierColumns, type Kind } from "./column-names.ts"
import { columnsOf, OWN_PREFIX } from "./columns.ts"

/** A row and its lookup. Several rows may have the same lookup. */
export interface ListRow {
  /** The cells of the list's own columns. */
  readonly cells: ReadonlyArray<string>
  /** The normalised identifiers to look up. Absent if the row has none that are valid. */
  readonly lookup?: Readonly<Record<string, string>>
  /** What is wrong with the row's identifiers that were left out. */
  readonly note?: string
}

export interface List {
  /** What the file begins with for Excel, or nothing: the byte order mark of “CSV UTF-8”, a line such as `sep=;`. */
  readonly mark: string
  readonly delimiter: string
  readonly kind: Kind
  /** Whether nothing in the list speaks for the other kind. */
  readonly isCertain: boolean
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ListRow>
}

const MOST_ROWS = 100_000

const DELIMITERS = [",", ";", "\t", "|"]

/** All of them in one file, because lists are put together from files of different programs. */
const LINE_ENDS = ["\r\n", "\n", "\r"]

/** What only Excel reads. The line in it names the delimiter. */
const MARK = /^\uFEFF?(?:sep=([,;\t|])\r?\n)?/i

/** The header line, below any empty ones. A name within quotation marks may have line ends. */
const HEADER = /^[\r\n]*((?:"[^"]*"|[^"\r\n]+)*)/

/** All column names are shorter. Behind an unclosed quotation mark, the whole list would be searched for their end. */
const MOST_NAME_CHARS = 100_000

/** The delimiter of the columns: the candidate that occurs most often in the header line, outside quotation marks. */
const delimiterOf = (text: string): string => {
  const line = (HEADER.exec(text.slice(0, MOST_NAME_CHARS))?.[1] ?? "").replaceAll(/"[^"]*"/g, "")
  const [most = ","] = DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length)
  return most
}

const wrong = (...fields: ReadonlyArray<FieldError>) => Result.fail(invalid("salesdata", "enrich", fields))

const cellsOf = (
  text: string,
  delimiter: string
): Result.Result<ReadonlyArray<ReadonlyArray<string>>, ProviderError> => {
  try {
    const options = { delimiter, record_delimiter: LINE_ENDS, skip_empty_lines: true, relax_column_count: true }
    return Result.succeed(parse(text, options))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error["lines"] === "number" ? ` at line ${error["lines"]}` : ""
    return wrong({
      field: "FILE",
      message: `is not a valid CSV file${line}: a quotation mark is unclosed or inside an unquoted cell`
    })
  }
}

const rowOf = (cells: ReadonlyArray<string>, kind: Kind, identifiers: IdentifierColumns): Omit<ListRow, "cells"> => {
  const input: Record<string, string> = {}
  for (const [field, columns] of Object.entries(identifiers)) {
    const values = columns
      .flatMap((at) => valuesIn(field, cells[at] ?? ""))
      .map((value) => value.trim())
      .filter((value) => value !== "")
    const isValid = (value: string) => IDENTIFIERS[kind][field]?.(value).ok === true
    const value = values.find(isValid) ?? values[0]
    if (value !== undefined) input[field] = value
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

/** Reads a list. Fails with everything that is wrong with the list or the flags. */
export const listOf = (
  fileText: string,
  asked: { readonly kind: Kind | undefined; readonly columns: ReadonlyArray<string> }
): Result.Result<List, ProviderError> => {
  const [mark = "", separator] = MARK.exec(fileText) ?? []
  const text = fileText.slice(mark.length)
  const delimiter = separator ?? delimiterOf(text)
  const read = cellsOf(text, delimiter)
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const [names = [], ...body] = read.success
  if (names.every((name) => name.trim() === "") || body.length === 0)
    return wrong({ field: "FILE", message: "must have a line of column names and at least one row" })
  if (body.length > MOST_ROWS)
    return wrong({ field: "FILE", message: `has ${body.length} rows: at most ${MOST_ROWS} are read; split it` })
  const longest = body.find((row) => row.length > names.length && row.slice(names.length).some((cell) => cell !== ""))
  if (longest !== undefined)
    return wrong({
      field: "FILE",
      message: `has a row of ${longest.length} cells but only ${names.length} column ${names.length === 1 ? "name" : "names"}; delete any lines above the column names`
    })
  const visibleBody = body.map((row) => row.map(visible))
  const columns = columnsOf(names, visibleBody, asked)
  if (Result.isFailure(columns)) return wrong(...columns.failure)
  const { kind, isCertain, identifiers } = columns.success
  const own = names.flatMap((name, at) => (name.startsWith(OWN_PREFIX) ? [] : [at]))
  const ownCells = (row: ReadonlyArray<string>) => own.map((at) => row[at] ?? "")
  return Result.succeed({
    mark,
    delimiter,
    kind,
    isCertain,
    header: ownCells(names),
    rows: body.map((row, at) => ({ cells: ownCells(row), ...rowOf(visibleBody[at] ?? [], kind, identifiers) }))
  })
}
