/**
 * Tables that fit the screen: columns are as wide as they need. If there is too little room, the widest shrink and
 * their cells wrap. A narrow screen on which words would break shows the rows as lists.
 */
import { widthOf, type Paint, type Screen } from "./Screen.ts"
import { indentLines, wrap } from "./wrap.ts"

export interface Column {
  readonly title: string
  readonly align?: "left" | "right"
  /** Never narrower than its content, for text that users copy and for a few short words. */
  readonly fixed?: boolean
}

export type Cell = string | { readonly text: string; readonly paint: Paint }

const GAP = "  "
const MIN_WIDTH = 8
/** Below the width of a usual terminal, a table whose words would break is a list. */
const USUAL_COLUMNS = 80

const textOf = (cell: Cell): string => (typeof cell === "string" ? cell : cell.text)

const longestLine = (text: string): number => Math.max(...text.split("\n").map(widthOf))

/** Reduces the widest columns step by step until the table fits. */
const shrunk = (
  natural: ReadonlyArray<number>,
  words: ReadonlyArray<number>,
  columns: ReadonlyArray<Column>,
  available: number
): ReadonlyArray<number> => {
  const widths = [...natural]
  const total = () => widths.reduce((sum, width) => sum + width, 0)
  const shrink = (mayShrink: (index: number, width: number) => boolean) => {
    while (total() > available) {
      let widest = -1
      for (const [index, width] of widths.entries()) {
        if (mayShrink(index, width) && width > MIN_WIDTH && width > (widths[widest] ?? 0)) widest = index
      }
      if (widest < 0) return
      widths[widest] = (widths[widest] ?? 0) - 1
    }
  }
  const isFixed = (index: number) => columns[index]?.fixed === true
  shrink((index, width) => !isFixed(index) && width > (words[index] ?? 0))
  shrink((index) => !isFixed(index))
  shrink(() => true)
  return widths
}

const pad = (text: string, width: number, align: Column["align"]): string => {
  const space = " ".repeat(Math.max(0, width - widthOf(text)))
  return align === "right" ? space + text : text + space
}

type Rows = ReadonlyArray<ReadonlyArray<Cell>>

const longestWord = (text: string): number => Math.max(...text.split(/\s+/).map(widthOf))

/**
 * The widths of the columns, and whether the table fits unchanged, with cells that wrap between words, or only with
 * broken words or numbers.
 */
export const layoutOf = (screen: Screen, columns: ReadonlyArray<Column>, rows: Rows) => {
  // Uses reduce, because rows may be too many for arguments of `Math.max`.
  const most = (measure: (text: string) => number) =>
    columns.map(({ title }, index) =>
      rows.reduce((width, row) => Math.max(width, measure(textOf(row[index] ?? ""))), measure(title))
    )
  const [natural, words] = [most(longestLine), most(longestWord)]
  const widths = shrunk(natural, words, columns, screen.columns - GAP.length * (columns.length - 1))
  const isWhole = widths.every((width, index) => width === natural[index])
  const isUnbroken = widths.every((width, index) => width >= (words[index] ?? 0))
  return { widths, fit: isWhole ? "whole" : isUnbroken ? "wrapped" : "broken" } as const
}

/** Each row as its first cell, and the others below it with their titles. */
const list = ({ columns: width, style }: Screen, columns: ReadonlyArray<Column>, rows: Rows): string =>
  rows
    .flatMap(([first = "", ...others]) => [
      style.bold(indentLines(textOf(first), width, 0)),
      ...others.flatMap((cell, index) =>
        textOf(cell) === "" ? [] : [indentLines(`${columns[index + 1]?.title}: ${textOf(cell)}`, width, 2)]
      )
    ])
    .join("\n")

export const table = (screen: Screen, columns: ReadonlyArray<Column>, rows: Rows): string => {
  const { widths, fit } = layoutOf(screen, columns, rows)
  if (screen.columns < USUAL_COLUMNS && columns.length > 1 && fit === "broken") return list(screen, columns, rows)
  const lines = (cells: ReadonlyArray<Cell>): ReadonlyArray<string> => {
    const cellLines = columns.map((_, index) => wrap(textOf(cells[index] ?? ""), widths[index] ?? 1))
    const height = Math.max(...cellLines.map((cell) => cell.length))
    return Array.from({ length: height }, (_, line) =>
      columns
        .map((column, index) => {
          const cell = cells[index] ?? ""
          const paint: Paint = typeof cell === "string" ? (text) => text : cell.paint
          const text = cellLines[index]?.[line] ?? ""
          const paddedText = pad(text, widths[index] ?? 1, column.align)
          // Paints only the text, so that an underline or background does not extend into the gap.
          return paddedText.replace(text, () => paint(text))
        })
        .join(GAP)
        .trimEnd()
    )
  }
  const { bold } = screen.style
  return [columns.map(({ title }) => ({ text: title, paint: bold })), ...rows].flatMap(lines).join("\n")
}
