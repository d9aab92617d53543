/**
 * Draws a card's chart: plain bars, and a text that says what they show. The first and the last date of the axis are
 * written below it.
 */
import type { CardChart } from "@inlay/agent-plugin/Card"

import { visible } from "./text/visible.ts"

const WIDTH = 320
const HEIGHT = 96
/** The share of a place on the axis that its bars fill. */
const FILLED = 0.8
/** If there are few places, bars get more space between them and do not become as wide as they are high. */
const MAX_BAR = 28

const isFigure = (value: number | null | undefined): value is number =>
  typeof value === "number" && Number.isFinite(value)

/**
 * Returns the minimum and the maximum of all figures. Zero is always within this range, so that lengths can be
 * compared.
 */
const rangeOf = ({ series }: CardChart): readonly [least: number, most: number] => {
  const figures = series.flatMap(({ values }) => values.filter(isFigure))
  return [Math.min(0, ...figures), Math.max(0, ...figures)]
}

export const ChartView = ({ chart }: { readonly chart: CardChart }) => {
  const [least, most] = rangeOf(chart)
  const scale = most === least ? 0 : HEIGHT / (most - least)
  const place = WIDTH / Math.max(1, chart.x.length)
  const count = Math.max(1, chart.series.length)
  const width = Math.min(MAX_BAR, (place * FILLED) / count)
  /** The bars of a place are centred in it. */
  const leftOffset = (place - width * count) / 2
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={visible(chart.text)}>
        {chart.series.map(({ label, values }, s) =>
          chart.x.map((name, at) => {
            const value = values[at]
            return (
              isFigure(value) && (
                <rect
                  class={`series-${s % 4}`}
                  x={at * place + leftOffset + s * width}
                  y={(most - Math.max(0, value)) * scale}
                  width={width}
                  height={Math.abs(value) * scale}
                >
                  <title>{visible(`${name}: ${value.toLocaleString()} ${chart.unit} (${label})`)}</title>
                </rect>
              )
            )
          })
        )}
        {least < 0 && <line class="zero" x1="0" x2={WIDTH} y1={most * scale} y2={most * scale} />}
      </svg>
      {chart.x.length > 1 && (
        <div class="chart-axis" aria-hidden="true">
          <span>{visible(chart.x[0] ?? "")}</span>
          <span>{visible(chart.x.at(-1) ?? "")}</span>
        </div>
      )}
      {chart.series.length > 1 && (
        <ul class="chart-legend" aria-hidden="true">
          {chart.series.map(({ label }, s) => (
            <li class={`series-${s % 4}`}>{visible(label)}</li>
          ))}
        </ul>
      )}
      <figcaption>{visible(chart.text)}</figcaption>
    </figure>
  )
}
