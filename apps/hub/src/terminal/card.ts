/** A card as people read it at a terminal: its title, notices, facts and chart. Takes text that has been cleaned. */
import type { Card } from "@inlay/agent-plugin/Card"

import { chart } from "./chart.ts"
import { widthOf, type Screen } from "./Screen.ts"
import { indentLines, wrap } from "./wrap.ts"

const GAP = 2

export const card = (screen: Screen, { title, subtitle, notices, sections, chart: chartData }: Card): string => {
  const { style, columns } = screen
  const labels = Math.max(0, ...sections.flatMap(({ rows }) => rows.map(({ label }) => widthOf(label))))
  const facts = sections.flatMap((section) => [
    "",
    ...(section.title === "" ? [] : [style.bold(section.title)]),
    ...section.rows.flatMap(({ label, value, mark }) => {
      const text = mark === undefined ? value : `${value}, ${mark.text}`
      const [first = "", ...rest] = wrap(text, columns - labels - GAP, { keepWords: true })
      const space = " ".repeat(labels - widthOf(label) + GAP)
      return [`${style.dim(label)}${space}${first}`, ...rest.map((line) => " ".repeat(labels + GAP) + line)]
    })
  ])
  return [
    style.bold(title),
    ...(subtitle === "" ? [] : [style.dim(subtitle)]),
    ...notices.map(({ tone, text }) => {
      const line = indentLines(text, columns, 0)
      return tone === "danger" ? style.red(line) : tone === "warning" ? style.yellow(line) : line
    }),
    ...facts,
    ...(chartData === undefined ? [] : ["", ...chart(screen, chartData)])
  ].join("\n")
}
