/** Formats rows with the same columns: as a table if it fits the screen, otherwise each row as a block. */
import { widthOf, type Screen } from "./Screen.ts"
import { layoutOf, table, type Column } from "./table.ts"
import { wrap } from "./wrap.ts"

const GAP = 2

type Rows = ReadonlyArray<ReadonlyArray<string>>

/** Columns of single words or numbers are never narrower than their content. */
const withFixedWidths = (columns: ReadonlyArray<Column>, all: Rows): ReadonlyArray<Column> =>
  columns.map((column, at) => ({
    ...column,
    fixed: column.fixed === true || column.align === "right" || all.every((row) => !/\s/.test(row[at] ?? ""))
  }))

const blocks = ({ columns: width, style }: Screen, columns: ReadonlyArray<Column>, all: Rows): string => {
  const labels = Math.max(...columns.map(({ title }) => widthOf(title)))
  return all
    .map((row) =>
      columns
        .flatMap(({ title }, at) => {
          const [first = "", ...rest] = wrap(row[at] ?? "", width - labels - GAP, { keepWords: true })
          const label = style.dim(title) + " ".repeat(labels - widthOf(title) + GAP)
          return [(label + first).trimEnd(), ...rest.map((line) => " ".repeat(labels + GAP) + line)]
        })
        .join("\n")
    )
    .join("\n\n")
}

/** Splits a name into words, so that it can wrap: `average Session Duration`. */
const inWords = (title: string): string => title.replace(/([a-z0-9])([A-Z])/g, "$1 $2")

/** Wraps long titles of number columns between words. */
const withBrokenTitles = (columns: ReadonlyArray<Column>, all: Rows): ReadonlyArray<Column> =>
  columns.map((column, at) => {
    if (column.align !== "right") return column
    const words = inWords(column.title)
    const width = all.reduce((most, row) => Math.max(most, widthOf(row[at] ?? "")), 0)
    const longest = Math.max(width, ...words.split(" ").map(widthOf))
    return { ...column, title: wrap(words, longest).join("\n") }
  })

/**
 * Formats rows as a table; `undefined` if a word or number would be broken. Expects sanitised text.
 *
 * @param totals rows that sum up the others
 */
export const fittingTable = (
  screen: Screen,
  columns: ReadonlyArray<Column>,
  body: Rows,
  totals: Rows = []
): string | undefined => {
  const plain = [...body, ...totals]
  const all = [...body, ...totals.map((row) => row.map((text) => ({ text, paint: screen.style.bold })))]
  const fixedColumns = withFixedWidths(columns, plain)
  const candidates = [fixedColumns, withBrokenTitles(fixedColumns, plain)].map((one) => ({
    columns: one,
    fit: layoutOf(screen, one, all).fit
  }))
  // A wrapped title is better than wrapped cells, which would repeat in every row.
  const best = candidates.find(({ fit }) => fit === "whole") ?? candidates.find(({ fit }) => fit === "wrapped")
  return best === undefined ? undefined : table(screen, best.columns, all)
}

/** Formats rows as a table, or else as blocks. @param totals rows that sum up the others */
export const rows = (screen: Screen, columns: ReadonlyArray<Column>, body: Rows, totals: Rows = []): string =>
  fittingTable(screen, columns, body, totals) ?? blocks(screen, columns, [...body, ...totals])
