/**
 * Reads the rows of a long report from its bytes as they arrive, without an object for each value. A row that is written like
 * the first costs one look at each byte; any other is parsed by itself. What is no report, or has rows that are not as
 * documented, is left to `JSON.parse`.
 */
import type { ArrivedBytes, BodyReader, SeparatedBody } from "@inlay/core-http/Transport"

import type { Value } from "../../schema/Report.ts"
import { numberOf } from "./numbers.ts"
import { endOfRow, parseRow, patternOf, type RowPattern } from "./row-pattern.ts"
import { textTable } from "./text-table.ts"

/** The rows of a report, by columns. */
export interface RowList {
  readonly count: number
  /** For each dimension, the numbers of its values' texts. */
  readonly dimensions: ReadonlyArray<ReadonlyArray<number>>
  readonly texts: ReadonlyArray<string>
  readonly metrics: ReadonlyArray<ReadonlyArray<Value>>
}

/** What stands before the rows, or one row, is shorter, as is all that is not rows. */
const MAX_PART_BYTES = 65_536
const MAX_REST_BYTES = 1_048_576
/** Of the first rows, one is written as most are. */
const MAX_PATTERN_ROWS = 100
/** From so many rows on that are parsed one by one, they must be fewer than the others. */
const MANY_ODD_ROWS = 1_000

const [QUOTE, COMMA, MINUS, POINT, ZERO, OPEN, CLOSE, BACKSLASH] = [34, 44, 45, 46, 48, 91, 93, 92]
/** More digits may not be exact. */
const MAX_DIGITS = 15
const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, n) => 10 ** n)
const MARK = "rows"

const isBlank = (code: number | undefined): boolean => code === 32 || code === 10 || code === 13 || code === 9

const INCOMPLETE = -1
const DIFFERENT = -2

/** What a JSON object has under the name of rows. */
const rowsIn = (json: string): unknown => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === "object" && value !== null && "rows" in value ? value.rows : undefined
  } catch {
    return undefined
  }
}

const NAME = new TextEncoder().encode('"rows"')

/** Behind the bracket that opens the rows. */
const startOfRows = ({ bytes, text }: ArrivedBytes): number | undefined => {
  const limit = Math.min(bytes.length, MAX_PART_BYTES)
  for (let at = bytes.indexOf(QUOTE); at >= 0 && at < limit; at = bytes.indexOf(QUOTE, at + 1)) {
    if (NAME.some((code, n) => bytes[at + n] !== code)) continue
    const open = bytes.indexOf(OPEN, at)
    if (open >= 0 && open < limit && Array.isArray(rowsIn(`${text(0, open + 1)}]}`))) return open + 1
  }
  return undefined
}

/** Reads the rows of one report. */
export const rowReader = (): BodyReader => {
  const table = textTable()
  let dimensions: ReadonlyArray<Array<number>> = []
  let metrics: ReadonlyArray<Array<Value>> = []
  /** Texts among the metrics: row, column and number of each. */
  const textMetrics: Array<number> = []
  let pattern: RowPattern | undefined
  let start: number | undefined
  /** Behind the last row, and at the bracket that closes the rows. */
  let at = 0
  let close: number | undefined
  let rows = 0
  let oddRows = 0

  const putMetric = (column: number, text: string) => {
    const value = numberOf(text)
    const values = metrics[column]
    if (values !== undefined) values[rows] = value
    if (typeof value === "string") textMetrics.push(rows, column, table.add(value))
  }

  /** A text from behind its opening quote; gives where it ends. */
  const readText = (arrived: ArrivedBytes, from: number, column: Array<number>): number => {
    const { bytes } = arrived
    const { length } = bytes
    let hash = 0
    for (let end = from; end < length; end++) {
      const code = bytes[end] ?? QUOTE
      if (code === QUOTE) {
        column[rows] = table.at(arrived, from, end, hash)
        return end
      }
      if (code === BACKSLASH || code < 32) return DIFFERENT
      hash = (Math.imul(hash, 31) + code) | 0
    }
    return INCOMPLETE
  }

  /** The same of a metric, which is a number of few digits but for rare cases. */
  const readMetric = ({ bytes, text }: ArrivedBytes, from: number, column: number): number => {
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
    const digits = end - first - (point < 0 ? 0 : 1)
    if (bytes[end] === QUOTE && digits > 0 && digits <= MAX_DIGITS) {
      if (point >= 0) value /= POWERS[end - point - 1] ?? Number.NaN
      const values = metrics[column]
      if (values !== undefined) values[rows] = first === from ? value : -value
      return end
    }
    for (; end < length; end++) {
      const code = bytes[end] ?? QUOTE
      if (code === BACKSLASH || code < 32) return DIFFERENT
      if (code !== QUOTE) continue
      putMetric(column, text(from, end))
      return end
    }
    return INCOMPLETE
  }

  const isThere = (bytes: Uint8Array, from: number, part: Uint8Array): boolean => {
    for (let n = 0; n < part.length; n++) if (bytes[from + n] !== part[n]) return false
    return true
  }

  /** A row that is written like the others; gives where it ends. */
  const readRow = (arrived: ArrivedBytes, from: number, { before, after }: RowPattern): number => {
    const { bytes } = arrived
    const dimensionCount = dimensions.length
    let end = from
    for (let place = 0; place < before.length; place++) {
      const part = before[place]
      if (part === undefined || end + part.length > bytes.length) return INCOMPLETE
      if (!isThere(bytes, end, part)) return DIFFERENT
      const column = dimensions[place]
      end =
        column === undefined
          ? readMetric(arrived, end + part.length, place - dimensionCount)
          : readText(arrived, end + part.length, column)
      if (end < 0) return end
    }
    if (end + after.length > bytes.length) return INCOMPLETE
    return isThere(bytes, end, after) ? end + after.length : DIFFERENT
  }

  /** Any other row. */
  const parseOdd = (arrived: ArrivedBytes, from: number): number => {
    const end = endOfRow(arrived, from, Math.min(arrived.bytes.length, from + MAX_PART_BYTES))
    if (end === undefined) return INCOMPLETE
    const json = arrived.text(from, end)
    const row = parseRow(json)
    if (row === undefined) return DIFFERENT
    if (rows === 0) {
      dimensions = row.dimensions.map(() => [])
      metrics = row.metrics.map(() => [])
    }
    const isComplete =
      row.dimensions.length === dimensions.length && row.metrics.length === metrics.length && end > from + 2
    if (!isComplete || (++oddRows > MANY_ODD_ROWS && oddRows > rows / 2)) return DIFFERENT
    if (pattern === undefined && rows < MAX_PATTERN_ROWS) pattern = patternOf(json)
    for (const [column, text] of row.dimensions.entries()) {
      const values = dimensions[column]
      if (values !== undefined) values[rows] = table.add(text)
    }
    for (const [column, text] of row.metrics.entries()) putMetric(column, text)
    return end
  }

  const blanksEnd = (bytes: Uint8Array, from: number): number => {
    let end = from
    while (isBlank(bytes[end])) end++
    return end
  }

  const advance = (arrived: ArrivedBytes): boolean => {
    const { bytes } = arrived
    if (start === undefined) {
      start = startOfRows(arrived)
      if (start === undefined) return false
      at = start
    }
    while (close === undefined) {
      let from = blanksEnd(bytes, at)
      if (bytes[from] === CLOSE) close = from
      else {
        if (rows > 0 && bytes[from] === COMMA) from = blanksEnd(bytes, from + 1)
        else if (rows > 0 && from < bytes.length) return false
        const texts = textMetrics.length
        let end = pattern === undefined ? DIFFERENT : readRow(arrived, from, pattern)
        if (end < 0) textMetrics.length = texts
        if (end === DIFFERENT) end = parseOdd(arrived, from)
        // A part of a row waits for the rest of it.
        if (end === INCOMPLETE) return bytes.length - at < MAX_PART_BYTES
        if (end === DIFFERENT) return false
        at = end
        rows++
      }
    }
    return true
  }

  const finish = ({ bytes, text }: ArrivedBytes): SeparatedBody | undefined => {
    if (start === undefined || close === undefined || start + bytes.length - close > MAX_REST_BYTES) return undefined
    const [head, tail] = [text(0, start), text(close, bytes.length)]
    // Of two lists of this name the second would be meant.
    if (rowsIn(`${head.slice(0, -1)}"${MARK}"${tail.slice(1)}`) !== MARK) return undefined
    const build = (texts: ReadonlyArray<string>): RowList => {
      for (let n = 0; n < textMetrics.length; n += 3) {
        const values = metrics[textMetrics[n + 1] ?? 0]
        if (values !== undefined) values[textMetrics[n] ?? 0] = texts[textMetrics[n + 2] ?? 0] ?? ""
      }
      return { count: rows, dimensions, texts, metrics }
    }
    return { text: head + tail, list: { texts: table.texts, build } }
  }
  return { advance, finish }
}
