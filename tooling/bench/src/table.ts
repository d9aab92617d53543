/** A benchmark's report as text, at most 80 columns wide. */
import { isHeld, type Figure, type Report } from "./benchmark.ts"

/** Three significant digits; no decimals from a hundred on. */
const number = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString("en")
    : value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) < 0.005 ? 0 : 2)

const line = (cells: ReadonlyArray<string>, widths: ReadonlyArray<number>): string =>
  `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  ")}`.trimEnd()

const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const columns = Math.max(...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...rows.map((row) => (row[i] ?? "").length)))
  return rows.map((row) => line(row, widths))
}

const wantedOf = ({ wanted }: Figure): string => {
  if (wanted === undefined) return ""
  return "atMost" in wanted ? `<= ${number(wanted.atMost)}` : `>= ${number(wanted.atLeast)}`
}

const VERDICTS = new Map<boolean | undefined, string>([
  [true, "held"],
  [false, "MISSED"],
  [undefined, ""]
])

const rowOf = (figure: Figure): ReadonlyArray<string> => [
  figure.name,
  number(figure.value),
  figure.low === undefined || figure.high === undefined ? "" : `${number(figure.low)}-${number(figure.high)}`,
  wantedOf(figure),
  VERDICTS.get(isHeld(figure)) ?? ""
]

export const text = (title: string, { conditions, measures, figures }: Report): string => {
  const columns = Object.keys(measures[0]?.values ?? {})
  const settings = [...new Set(measures.map(({ setting }) => setting))]
  const settingRows = settings.flatMap((setting) => [
    [setting, ...columns],
    ...measures
      .filter((measure) => measure.setting === setting)
      .map(({ contender, values }) => [
        `  ${contender}`,
        ...columns.map((column) => number(values[column] ?? Number.NaN))
      ])
  ])
  const figureRows = [["", "median", "quarters", "wanted", ""], ...figures.map(rowOf)]
  return [title, `  ${conditions}`, "", ...table(settingRows), "", ...table(figureRows), ""].join("\n")
}
