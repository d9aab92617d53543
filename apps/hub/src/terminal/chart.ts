/** A card's chart as text: bars as rows, a line as one row of blocks a series, with its least and its most. */
import type { CardChart } from "@inlay/agent-plugin/Card"

import { widthOf, type Screen } from "./Screen.ts"
import { indentLines } from "./wrap.ts"

const GAP = 2
const MAX_LABEL = 24
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
const HEIGHTS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

const isFigure = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value)

const formatValue = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 2 })

const padLabel = (label: string, width: number): string => {
  const cut = widthOf(label) > width ? `${label.slice(0, width - 1)}…` : label
  return cut + " ".repeat(Math.max(0, width - widthOf(cut)))
}

/** A bar of a width in characters, to an eighth of one. */
const bar = (share: number, width: number): string => {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * width * 8)
  return "█".repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? "")
}

const bars = ({ columns, style }: Screen, chart: CardChart): ReadonlyArray<string> => {
  const most = Math.max(0, ...chart.series.flatMap(({ values }) => values.filter(isFigure)))
  const labels = Math.min(MAX_LABEL, Math.max(0, ...chart.x.map(widthOf)))
  const figures = chart.series.flatMap(({ values }) =>
    values.map((value) => (isFigure(value) ? formatValue(value) : "–"))
  )
  const width = Math.max(1, columns - labels - Math.max(0, ...figures.map(widthOf)) - 2 * GAP)
  return chart.series.flatMap(({ label, values }) => [
    ...(chart.series.length > 1 ? [style.bold(label)] : []),
    ...chart.x.map((name, at) => {
      const value = values[at]
      const barText = isFigure(value) && most > 0 ? bar(value / most, width) : ""
      const figure = isFigure(value) ? formatValue(value) : "–"
      return `${style.dim(padLabel(name, labels))}  ${style.cyan(barText)}${barText === "" ? "" : " ".repeat(GAP)}${figure}`
    })
  ])
}

/** As many figures as there is room for: neighbours are averaged. */
const fitValues = (values: ReadonlyArray<number | null>, width: number): ReadonlyArray<number | null> => {
  if (values.length <= width) return values
  return Array.from({ length: width }, (_, at) => {
    const from = Math.floor((at * values.length) / width)
    const part = values.slice(from, Math.max(from + 1, Math.floor(((at + 1) * values.length) / width))).filter(isFigure)
    return part.length === 0 ? null : part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

const line = ({ columns, style }: Screen, chart: CardChart): ReadonlyArray<string> => {
  const labels = Math.min(MAX_LABEL, Math.max(0, ...chart.series.map(({ label }) => widthOf(label))))
  return [
    ...chart.series.map(({ label, values }) => {
      const figures = values.filter(isFigure)
      const [least, most] = [Math.min(...figures), Math.max(...figures)]
      const range = figures.length === 0 ? "–" : `${formatValue(least)} to ${formatValue(most)}`
      const width = Math.max(1, columns - labels - widthOf(range) - 2 * GAP)
      const fittedValues = fitValues(values, width)
        .map((value) => {
          if (!isFigure(value)) return " "
          const share = most === least ? 0.5 : (value - least) / (most - least)
          return HEIGHTS[Math.round(share * (HEIGHTS.length - 1))] ?? " "
        })
        .join("")
      return `${style.dim(padLabel(label, labels))}  ${style.cyan(fittedValues)}  ${range}`
    }),
    ...(chart.x.length > 1 ? [style.dim(`${chart.x[0] ?? ""} to ${chart.x.at(-1) ?? ""}`)] : [])
  ]
}

/** The lines of a chart, its sentence first. Takes text that has been cleaned. */
export const chart = (screen: Screen, chartData: CardChart): ReadonlyArray<string> => [
  ...(chartData.text === "" ? [] : [indentLines(chartData.text, screen.columns, 0)]),
  ...(chartData.kind === "bar" ? bars(screen, chartData) : line(screen, chartData)),
  ...(chartData.unit === "" ? [] : [screen.style.dim(`in ${chartData.unit}`)])
]
