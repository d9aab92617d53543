/**
 * Draws a card's chart as text. Bars are rows. Lines of few points, or with values below zero, are one row of blocks per
 * series, with its minimum and maximum; others are an area above zero for each series, on a common scale with the axis on
 * its left.
 */
import type { CardChart } from "@inlay/agent-plugin/Card"

import { type Screen, widened, widthOf } from "./Screen.ts"
import { beginningOf, indentLines } from "./wrap.ts"

const GAP = 2
const MAX_LABEL = 24

const isFigure = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value)

export const formatValue = (value: number): string => value.toLocaleString("en-US", { maximumFractionDigits: 2 })

/** Pads or truncates a label to a width in cells. */
const padLabel = (label: string, width: number): string => {
  const cut = widthOf(label) > width ? `${beginningOf(label, width - 1)}…` : label
  return cut + " ".repeat(Math.max(0, width - widthOf(cut)))
}

const BLOCKS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
/** Fewer points are clear in a single row. */
const LEAST_POINTS = 8
/** Rows of an area; further series get fewer. */
const HEIGHTS = [7, 4]
/** The maximum width of a point, in cells. */
const WIDEST_POINT = 4

type Values = CardChart["series"][number]["values"]

/** Reduces values to the available width by averaging neighbours. */
const fitValues = (values: Values, width: number): Values => {
  if (values.length <= width) return values
  return Array.from({ length: width }, (_, at) => {
    const from = Math.floor((at * values.length) / width)
    const part = values.slice(from, Math.max(from + 1, Math.floor(((at + 1) * values.length) / width))).filter(isFigure)
    return part.length === 0 ? null : part.reduce((sum, value) => sum + value, 0) / part.length
  })
}

const rowsOfBlocks = ({ columns, style }: Screen, { series }: CardChart): ReadonlyArray<string> => {
  const labels = Math.min(MAX_LABEL, Math.max(0, ...series.map(({ label }) => widthOf(label))))
  return series.map(({ label, values }) => {
    const figures = values.filter(isFigure)
    const [least, most] = [Math.min(...figures), Math.max(...figures)]
    const range = figures.length === 0 ? "–" : `${formatValue(least)} to ${formatValue(most)}`
    const width = Math.max(1, columns - labels - widthOf(range) - 2 * GAP)
    const fittedValues = fitValues(values, width)
      .map((value) => {
        if (!isFigure(value)) return " "
        const share = most === least ? 0.5 : (value - least) / (most - least)
        return BLOCKS[Math.round(share * (BLOCKS.length - 1))] ?? " "
      })
      .join("")
    return `${style.dim(padLabel(label, labels))}  ${style.cyan(fittedValues)}  ${range}`
  })
}

/** One cell of a column that is `eighths` high, at a row counted from the bottom. */
const cellOf = (eighths: number, row: number): string => {
  const above = eighths - row * 8
  return above >= 8 ? "█" : above <= 0 ? " " : (BLOCKS[above - 1] ?? " ")
}

/** Rows of an area, the topmost first. A value above zero is always visible. */
const area = (values: Values, most: number, height: number, width: number): ReadonlyArray<string> => {
  const eighths = values.map((value) =>
    isFigure(value) ? Math.max(value > 0 ? 1 : 0, Math.round((value / most) * height * 8)) : 0
  )
  return Array.from({ length: height }, (_, at) =>
    eighths.map((one) => cellOf(one, height - 1 - at).repeat(width)).join("")
  )
}

/** The first, middle and last label, below the points. */
const axisOf = (x: ReadonlyArray<string>, width: number): string => {
  const [first = "", middle = "", last = ""] = [x[0], x[Math.floor(x.length / 2)], x.at(-1)]
  if (widthOf(first) + widthOf(last) + GAP > width) return `${first} to ${last}`
  const room = width - widthOf(first) - widthOf(last)
  if (room < widthOf(middle) + 2 * GAP + 2) return first + " ".repeat(room) + last
  const before = Math.floor((room - widthOf(middle)) / 2)
  return first + " ".repeat(before) + middle + " ".repeat(room - before - widthOf(middle)) + last
}

/** The text left of a row: the ends of the scale, and the label of the series below the top. */
const sideOf = (row: number, height: number, most: string, label: string): string => {
  if (row === 0) return most
  return row === height - 1 ? "0" : row === 1 ? label : ""
}

const areas = ({ columns, style }: Screen, { series, x }: CardChart): ReadonlyArray<string> => {
  const titles = series.length > 1 ? series.map(({ label }) => widthOf(label)) : []
  const scale = (points: number) =>
    series.flatMap(({ values }) => fitValues(values, points).filter(isFigure)).reduce((a, b) => Math.max(a, b), 0)
  const side = Math.min(MAX_LABEL, Math.max(widthOf(formatValue(scale(x.length))), ...titles))
  const room = columns - side - GAP
  const points = Math.min(room, x.length)
  const width = Math.max(1, Math.min(WIDEST_POINT, Math.floor(room / points)))
  const most = scale(points)
  const rows = series.flatMap(({ label, values }, index) => {
    const height = HEIGHTS[index] ?? HEIGHTS.at(-1) ?? 1
    const paint = index === 0 ? style.cyan : style.dim
    return area(fitValues(values, points), most, height, width).map((text, row) => {
      const title = sideOf(row, height, formatValue(most), series.length > 1 ? label : "")
      const cut = padLabel(title, Math.min(side, widthOf(title)))
      return `${style.dim(`${" ".repeat(side - widthOf(cut))}${cut} │`)}${paint(text.trimEnd())}`
    })
  })
  const mean =
    points < x.length ? [style.dim(`Each column is the mean of about ${formatValue(x.length / points)} points.`)] : []
  return [...rows, `${" ".repeat(side + GAP)}${style.dim(axisOf(x, points * width))}`, ...mean]
}

const lines = (screen: Screen, chart: CardChart): ReadonlyArray<string> => {
  const figures = chart.series.flatMap(({ values }) => values.filter(isFigure))
  if (chart.x.length >= LEAST_POINTS && figures.some((value) => value > 0) && figures.every((value) => value >= 0)) {
    return areas(screen, chart)
  }
  return [
    ...rowsOfBlocks(screen, chart),
    ...(chart.x.length > 1 ? [screen.style.dim(`${chart.x[0] ?? ""} to ${chart.x.at(-1) ?? ""}`)] : [])
  ]
}

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
