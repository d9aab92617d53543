/** What remained of each account's limits over a day or a week, as uPlot charts and in words. */
// oxlint-disable-next-line import/no-unassigned-import -- styles that come with the chart's code
import "uplot/dist/uPlot.min.css"
import { Options } from "@inlay/ui/Options"
import { axisOf, colour, usePlot } from "@inlay/ui/plot"
import { visible } from "@inlay/ui/text/visible"
import { useState } from "preact/hooks"
import UPlot from "uplot"

import { useLoaded } from "../api/loading.ts"
import type { LimitHistory, LimitSeries } from "../api/types.ts"
import { Failure } from "../shared/Failure.tsx"
import { Loading } from "../shared/Loading.tsx"
import { Searched } from "../shared/Searched.tsx"
import { Shortened } from "../shared/Shortened.tsx"
import { lonePoints, shareLeft, summaryOf } from "./limit-summary.ts"
import { activity as words } from "./words.ts"

const HEIGHT = 140
/** Two rows on a wide screen. */
const FIRST = 6
const MARKS = ["{HH}:{mm}", "{D} {MMM}"] as const
/** The time between two points of a day's history. */
const DAY_STEP_MILLIS = 300_000
/** The width per character of the vertical axis, whose longest number must fit. */
const CHAR_PIXELS = 7

const short = new Intl.NumberFormat("en", { notation: "compact" })
const shortNumbers = (_: UPlot, values: ReadonlyArray<number>) => values.map((value) => short.format(value))

const Chart = (props: {
  readonly series: LimitSeries
  readonly times: ReadonlyArray<string>
  /** The format of the time labels. */
  readonly marks: string
}) => {
  const { series, times } = props
  const { lowest, newest, limit } = summaryOf(series)
  const box = usePlot((element) => {
    const axis = axisOf(element)
    const most = Math.max(1, limit ?? 0, ...series.remaining.map((value) => value ?? 0))
    return new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        scales: {
          // The newest value may be a point of its own, which would be cut in its middle.
          x: { range: (_plot, first, last) => [first, last + (last - first) / 100] },
          y: { range: [0, most * 1.05] }
        },
        axes: [
          { ...axis, grid: { show: false }, values: props.marks, space: 60, size: 28 },
          { ...axis, size: 16 + CHAR_PIXELS * short.format(most).length, values: shortNumbers }
        ],
        series: [
          {},
          { stroke: colour(element, "quiet"), width: 1, dash: [4, 4], points: { show: false } },
          {
            stroke: colour(element, "accent"),
            width: 2,
            points: {
              size: 6,
              fill: colour(element, "accent"),
              filter: (_plot, _at, show) => (show ? null : lonePoints(series.remaining))
            }
          }
        ]
      },
      [times.map((time) => Date.parse(time) / 1000), [...series.limit], [...series.remaining]],
      element
    )
  }, series)
  return (
    <figure class="plot">
      <figcaption>
        <strong>{visible(`${series.account}: ${series.name}`)}</strong>
        <span>{words.limitSummary(newest, lowest, limit)}</span>
      </figcaption>
      <div ref={box} aria-hidden="true" />
    </figure>
  )
}

const leastLeft = (series: LimitSeries): number => {
  const { lowest, limit } = summaryOf(series)
  return shareLeft(lowest, limit)
}

export const LimitCharts = () => {
  const [hours, setHours] = useState("24")
  const [loaded, load] = useLoaded<LimitHistory>(`/api/usage/limits?hours=${hours}`)
  if (loaded.state === "failed") return <Failure error={loaded.error} onRetry={load} />
  if (loaded.value === undefined) return <Loading />
  const { times, series } = loaded.value
  // The previous period stays visible while another one is loaded.
  const marks = MARKS[Date.parse(times[1] ?? "") - Date.parse(times[0] ?? "") > DAY_STEP_MILLIS ? 1 : 0]
  return (
    <div class="limit-charts">
      <div class="filters">
        <label class="filter">
          <span>{words.limitPeriod}</span>
          <select value={hours} onChange={(event) => setHours(event.currentTarget.value)}>
            <Options of={Object.entries(words.limitPeriods)} />
          </select>
        </label>
      </div>
      {series.length === 0 ? (
        <p class="lead">{words.noLimitHistory}</p>
      ) : (
        <Searched items={series} textOf={({ account, name }) => `${account} ${name}`} noun="chart">
          {(some) => (
            <Shortened items={some} count={FIRST} by={leastLeft} words={words.leastLeft}>
              {(few) => (
                <div class="plots">
                  {few.map((one) => (
                    <Chart
                      key={`${one.account} ${one.resource} ${one.window}`}
                      series={one}
                      times={times}
                      marks={marks}
                    />
                  ))}
                </div>
              )}
            </Shortened>
          )}
        </Searched>
      )}
    </div>
  )
}
