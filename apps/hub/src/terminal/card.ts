/** Formats a card for a terminal: title, notices, facts, table and chart. Expects sanitised text. */
import { shownValue, type Card } from "@inlay/agent-plugin/Card"
import type { CommandTable } from "@inlay/agent-plugin/Command"

import { chart, formatValue } from "./chart.ts"
import { rows } from "./rows.ts"
import { widened, widthOf, type Screen } from "./Screen.ts"
import { indentLines, wrap } from "./wrap.ts"

const GAP = 2

export const card = (
  screen: Screen,
  { title, subtitle, notices, sections, chart: chartData }: Card,
  tableData?: CommandTable
): string => {
  const { style, columns } = screen
  const labels = Math.max(0, ...sections.flatMap((section) => section.rows.map(({ label }) => widthOf(label))))
  const facts = sections.flatMap((section) => [
    "",
    ...(section.title === "" ? [] : [style.bold(section.title)]),
    ...section.rows.flatMap((row) => {
      const { label, mark } = row
      const value = shownValue(row, formatValue)
      const text = mark === undefined ? value : `${value}, ${mark.text}`
      const [first = "", ...rest] = wrap(text, columns - labels - GAP, { keepWords: true })
      const space = " ".repeat(labels - widthOf(label) + GAP)
      return [`${style.dim(label)}${space}${first}`, ...rest.map((line) => " ".repeat(labels + GAP) + line)]
    })
  ])
  return [
    style.bold(indentLines(title, columns, 0)),
    ...(subtitle === "" ? [] : [style.dim(indentLines(subtitle, columns, 0))]),
    ...notices.map(({ tone, text }) => {
      const line = indentLines(text, columns, 0)
      return tone === "danger" ? style.red(line) : tone === "warning" ? style.yellow(line) : line
    }),
    ...facts,
    ...(tableData === undefined
      ? []
      : ["", rows(widened(screen), tableData.columns, tableData.rows, tableData.totals)]),
    ...(chartData === undefined ? [] : ["", ...chart(screen, chartData)])
  ].join("\n")
}
