/** Rows of the same columns: a table where it fits the screen, else each row as a block of its own. */
import { widthOf, type Screen } from "./Screen.ts"
import { fitOf, table, type Column } from "./table.ts"
import { wrap } from "./wrap.ts"

const GAP = 2

type Rows = ReadonlyArray<ReadonlyArray<string>>

/** What is one word, or a number, is never narrower than its content. */
const fixed = (columns: ReadonlyArray<Column>, all: Rows): ReadonlyArray<Column> =>
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

/** A name in words that can stand below one another: `average Session Duration`. */
const inWords = (title: string): string => title.replace(/([a-z0-9])([A-Z])/g, "$1 $2")

/** Long titles over short numbers break between their words. */
const withBrokenTitles = (columns: ReadonlyArray<Column>, all: Rows): ReadonlyArray<Column> =>
  columns.map((column, at) => {
    if (column.align !== "right") return column
    const words = inWords(column.title)
    const width = all.reduce((most, row) => Math.max(most, widthOf(row[at] ?? "")), 0)
    const longest = Math.max(width, ...words.split(" ").map(widthOf))
    return { ...column, title: wrap(words, longest).join("\n") }
  })

/**
 * As a table; `undefined` where a word or number would be broken. Takes text that has been cleaned.
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
  const fixedColumns = fixed(columns, plain)
  const candidates = [fixedColumns, withBrokenTitles(fixedColumns, plain)].map((one) => ({
    columns: one,
    fit: fitOf(screen, one, all)
  }))
  // A title of several lines is read once, a cell of several lines in every row.
  const best = candidates.find(({ fit }) => fit === "whole") ?? candidates.find(({ fit }) => fit === "wrapped")
  return best === undefined ? undefined : table(screen, best.columns, all)
}

/** As a table, or as blocks below one another. @param totals rows that sum up the others */
export const rows = (screen: Screen, columns: ReadonlyArray<Column>, body: Rows, totals: Rows = []): string =>
  fittingTable(screen, columns, body, totals) ?? blocks(screen, columns, [...body, ...totals])
