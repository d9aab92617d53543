/** Draws a card's chart as text: bars as rows, lines as blocks. */
import type { CardChart } from "@inlay/agent-plugin/Card"

import { formatValue, isFigure, padLabel } from "./chart-parts.ts"
import { lines } from "./line-chart.ts"
import { widened, widthOf, type Screen } from "./Screen.ts"
import { indentLines } from "./wrap.ts"

const GAP = 2
const MAX_LABEL = 24
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** A bar of a width in cells, accurate to an eighth of a cell. */
const bar = (share: number, width: number): string => {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * width * 8)
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "")
}

const bars = ({ columns, style }: Screen, { x, series }: CardChart): ReadonlyArray<string> => {
  const most = Math.max(0, ...series.flatMap(({ values }) => values.filter(isFigure)))
  // If there are several series, each bar has a label.
  const longest = series.length < 2 ? MAX_LABEL : Math.min(MAX_LABEL, Math.floor(columns / 4))
  const names = Math.min(longest, Math.max(0, ...x.map(widthOf)))
  const labels = series.length < 2 ? 0 : Math.min(longest, Math.max(...series.map(({ label }) => widthOf(label))))
  const figureOf = (value: number | null | undefined) => (isFigure(value) ? formatValue(value) : "–")
  const figures = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => widthOf(figureOf(value)))))
  const labelWidth = names + GAP + (labels === 0 ? 0 : labels + GAP)
  const width = Math.max(1, columns - labelWidth - figures - GAP)
  return x.flatMap((name, at) =>
    series.map(({ label, values }, index) => {
      const value = values[at]
      const barText = isFigure(value) && most > 0 ? bar(value / most, width) : ""
      const title = padLabel(index === 0 ? name : "", names)
      const beside = labels === 0 ? "" : `  ${padLabel(label, labels)}`
      const paint = index === 0 ? style.cyan : style.dim
      return `${style.dim(title + beside)}  ${paint(barText)}${barText === "" ? "" : " ".repeat(GAP)}${figureOf(value)}`
    })
  )
}

/** The lines of a chart, starting with its summary. Expects sanitised text. */
export const chart = (screen: Screen, chartData: CardChart): ReadonlyArray<string> => [
  ...(chartData.text === "" ? [] : [indentLines(chartData.text, screen.columns, 0)]),
  ...(chartData.kind === "bar" ? bars(widened(screen), chartData) : lines(widened(screen), chartData)),
  ...(chartData.unit === "" ? [] : [screen.style.dim(`in ${chartData.unit}`)])
]
