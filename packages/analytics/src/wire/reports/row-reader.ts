/**
 * Reads the rows of a long report from its bytes as they arrive, without creating an object for each value. Rows with
 * the same format as the first are read in a single pass over their bytes; other rows are parsed individually. Bodies
 * that are not reports, or whose rows do not match the documentation, are left to `JSON.parse`.
 */
import type { ArrivedBytes, BodyReader, SeparatedBody } from "@inlay/core-http/Transport"

import type { Value } from "../../schema/Report.ts"
import { numberOf } from "./numbers.ts"
import { endOfRow, parseRow, patternOf, type RowPattern } from "./row-pattern.ts"
import { TextTable } from "./text-table.ts"

/** The rows of a report, as columns. */
export interface RowList {
  readonly count: number
  /** For each dimension, the index in `texts` of each row's value. */
  readonly dimensions: ReadonlyArray<ReadonlyArray<number>>
  readonly texts: ReadonlyArray<string>
  readonly metrics: ReadonlyArray<ReadonlyArray<Value>>
}

/** The most bytes before the rows or in one row. `MAX_REST_BYTES` limits everything except the rows. */
const MAX_PART_BYTES = 65_536
const MAX_REST_BYTES = 1_048_576
/** One of the first rows is assumed to have the most common format. */
const MAX_PATTERN_ROWS = 100
/** Once more rows than this were parsed individually, they must be a minority. */
const MANY_ODD_ROWS = 1_000

const [QUOTE, COMMA, MINUS, POINT, ZERO, OPEN, CLOSE, BACKSLASH] = [34, 44, 45, 46, 48, 91, 93, 92]
/** Numbers with more digits may be inexact. */
const MAX_DIGITS = 15
const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, n) => 10 ** n)
const MARK = "rows"

const isBlank = (code: number | undefined): boolean => code === 32 || code === 10 || code === 13 || code === 9

const INCOMPLETE = -1
const DIFFERENT = -2

/** The value of `rows` in a JSON object. */
const rowsIn = (json: string): unknown => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null && "rows" in value ? value.rows : undefined
  } catch {
    return undefined
  }
}

const NAME = new TextEncoder().encode('"rows"')

/** The position after the bracket that opens the rows. */
const startOfRows = ({ bytes, text }: ArrivedBytes): number | undefined => {
  const limit = Math.min(bytes.length, MAX_PART_BYTES)
  for (let at = bytes.indexOf(QUOTE); at >= 0 && at < limit; at = bytes.indexOf(QUOTE, at + 1)) {
    if (NAME.some((code, n) => bytes[at + n] !== code)) continue
    const open = bytes.indexOf(OPEN, at)
    if (open >= 0 && open < limit && Array.isArray(rowsIn(`${text(0, open + 1)}]}`))) return open + 1
  }
  return undefined
}

const isThere = (bytes: Uint8Array, from: number, part: Uint8Array): boolean => {
  for (let n = 0; n < part.length; n++) if (bytes[from + n] !== part[n]) return false
  return true
}

const blanksEnd = (bytes: Uint8Array, from: number): number => {
  let end = from
  while (end < bytes.length && isBlank(bytes[end])) end++
  return end
}

class RowReader implements BodyReader {
  readonly #table = new TextTable()
  #dimensions: ReadonlyArray<Array<number>> = []
  #metrics: ReadonlyArray<Array<Value>> = []
  /** Metrics that are texts: row, column and text index of each. */
  readonly #textMetrics: Array<number> = []
  #pattern: RowPattern | undefined
  #start: number | undefined
  /** `#at` is the position after the last row, `#close` that of the bracket that closes the rows. */
  #at = 0
  #close: number | undefined
  #rows = 0
  #oddRows = 0

  advance(chunk: ArrivedBytes): boolean {
    const { bytes } = chunk
    if (this.#start === undefined) {
      this.#start = startOfRows(chunk)
      if (this.#start === undefined) return false
      this.#at = this.#start
    }
    while (this.#close === undefined) {
      const isFirst = this.#rows === 0
      let from = blanksEnd(bytes, this.#at)
      if (from < bytes.length && bytes[from] === CLOSE) this.#close = from
      else {
        if (!isFirst && from < bytes.length) {
          if (bytes[from] !== COMMA) return false
          from = blanksEnd(bytes, from + 1)
        }
        const end = this.#readRow(chunk, from)
        // If a row is incomplete, wait for the rest.
        if (end === INCOMPLETE) return bytes.length - this.#at < MAX_PART_BYTES
        if (end === DIFFERENT) return false
        this.#at = end
        this.#rows++
      }
    }
    return true
  }

  finish({ bytes, text }: ArrivedBytes): SeparatedBody | undefined {
    const start = this.#start
    const close = this.#close
    if (start === undefined || close === undefined || start + bytes.length - close > MAX_REST_BYTES) return undefined
    const [head, tail] = [text(0, start), text(close, bytes.length)]
    // If `rows` occurs twice, JSON.parse would use the second, so the report is left to it.
    if (rowsIn(`${head.slice(0, -1)}"${MARK}"${tail.slice(1)}`) !== MARK) return undefined
    return { text: head + tail, list: { texts: this.#table.texts, build: (texts) => this.#list(texts) } }
  }

  #list(texts: ReadonlyArray<string>): RowList {
    const places = this.#textMetrics
    for (let n = 0; n < places.length; n += 3) {
      const values = this.#metrics[places[n + 1] ?? 0]
      if (values !== undefined) values[places[n] ?? 0] = texts[places[n + 2] ?? 0] ?? ""
    }
    return { count: this.#rows, dimensions: this.#dimensions, texts, metrics: this.#metrics }
  }

  /** Reads a row and returns the position after it. */
  #readRow(chunk: ArrivedBytes, from: number): number {
    const texts = this.#textMetrics.length
    const end = this.#pattern === undefined ? DIFFERENT : this.#readByPattern(chunk, from, this.#pattern)
    if (end >= 0) return end
    this.#textMetrics.length = texts
    return end === DIFFERENT ? this.#parseRow(chunk, from) : end
  }

  /** Reads a row with the common format. */
  #readByPattern(chunk: ArrivedBytes, from: number, { before, after }: RowPattern): number {
    const { bytes } = chunk
    const dimensionCount = this.#dimensions.length
    let end = from
    for (let place = 0; place < before.length; place++) {
      const part = before[place]
      if (part === undefined || end + part.length >= bytes.length) return INCOMPLETE
      if (!isThere(bytes, end, part)) return DIFFERENT
      end =
        place < dimensionCount
          ? this.#readText(chunk, end + part.length, place)
          : this.#readMetric(chunk, end + part.length, place - dimensionCount)
      if (end < 0) return end
    }
    if (end + after.length > bytes.length) return INCOMPLETE
    return isThere(bytes, end, after) ? end + after.length : DIFFERENT
  }

  /** Reads a text, starting after its opening quotation mark, and returns the position of its end. */
  #readText(chunk: ArrivedBytes, from: number, column: number): number {
    const { bytes } = chunk
    const { length } = bytes
    let hash = 0
    for (let end = from; end < length; end++) {
      const code = bytes[end] ?? QUOTE
      if (code === QUOTE) {
        const values = this.#dimensions[column]
        if (values !== undefined) values[this.#rows] = this.#table.at(chunk, from, end, hash)
        return end
      }
      if (code === BACKSLASH || code < 32) return DIFFERENT
      hash = (Math.imul(hash, 31) + code) | 0
    }
    return INCOMPLETE
  }

  /** Like `#readText`, for a metric. Almost all metrics are numbers with few digits. */
  #readMetric({ bytes, text }: ArrivedBytes, from: number, column: number): number {
    const { length } = bytes
    const first = bytes[from] === MINUS ? from + 1 : from
    let value = 0
    let point = -1
    let end = first
    for (; end < length; end++) {
      const code = bytes[end] ?? QUOTE
      const digit = code - ZERO
      if (digit >= 0 && digit <= 9) value = value * 10 + digit
      else if (code === POINT && point < 0) point = end
      else break
    }
    if (end >= length) return INCOMPLETE
    const digits = end - first - (point < 0 ? 0 : 1)
    if (bytes[end] === QUOTE && digits > 0 && digits <= MAX_DIGITS) {
      if (point >= 0) value /= POWERS[end - point - 1] ?? Number.NaN
      const values = this.#metrics[column]
      if (values !== undefined) values[this.#rows] = first === from ? value : -value
      return end
    }
    for (; end < length; end++) {
      const code = bytes[end] ?? QUOTE
      if (code === BACKSLASH || code < 32) return DIFFERENT
      if (code !== QUOTE) continue
      this.#putMetric(column, text(from, end))
      return end
    }
    return INCOMPLETE
  }

  #putMetric(column: number, text: string): void {
    const value = numberOf(text)
    const values = this.#metrics[column]
    if (values !== undefined) values[this.#rows] = value
    if (typeof value === "string") this.#textMetrics.push(this.#rows, column, this.#table.add(value))
  }

  /** Reads a row with another format. */
  #parseRow(chunk: ArrivedBytes, from: number): number {
    const end = endOfRow(chunk, from, Math.min(chunk.bytes.length, from + MAX_PART_BYTES))
    if (end === undefined) return INCOMPLETE
    const json = chunk.text(from, end)
    const row = parseRow(json)
    if (row === undefined) return DIFFERENT
    if (this.#rows === 0) {
      this.#dimensions = row.dimensions.map(() => [])
      this.#metrics = row.metrics.map(() => [])
    }
    const columnCount = row.dimensions.length + row.metrics.length
    const isAlike =
      columnCount > 0 &&
      row.dimensions.length === this.#dimensions.length &&
      row.metrics.length === this.#metrics.length
    if (!isAlike || (++this.#oddRows > MANY_ODD_ROWS && this.#oddRows > this.#rows / 2)) return DIFFERENT
    if (this.#pattern === undefined && this.#rows < MAX_PATTERN_ROWS) this.#pattern = patternOf(json)
    for (const [column, text] of row.dimensions.entries()) {
      const values = this.#dimensions[column]
      if (values !== undefined) values[this.#rows] = this.#table.add(text)
    }
    for (const [column, text] of row.metrics.entries()) this.#putMetric(column, text)
    return end
  }
}

/** Creates a reader for the rows of one report. */
export const rowReader = (): BodyReader => new RowReader()
