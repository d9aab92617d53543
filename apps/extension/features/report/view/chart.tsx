/** Draws users by day, and those of the previous period, as lines with uPlot. */
import { axisOf, colour, usePlot } from "@inlay/ui/plot"
import UPlot from "uplot"

import { report as words } from "../../../locales/report.ts"
import { site } from "../../../locales/site.ts"
import type { Days } from "../../site/figures/figures.ts"

const HEIGHT = 220

const plotOf = (element: HTMLElement, { dates, now, before }: Days): UPlot => {
  const axis = axisOf(element)
  const most = Math.max(4, ...now, ...before)
  return new UPlot(
    {
      width: element.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "UTC"),
      scales: { y: { range: [0, most * 1.05] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 72,
          size: 28,
          values: (_, times) => times.map((seconds) => site.day(new Date(seconds * 1000).toISOString().slice(0, 10)))
        },
        { ...axis, size: 56, values: (_, counts) => counts.map((count) => site.count(count)) }
      ],
      series: [
        {},
        { stroke: colour(element, "edge"), width: 1, dash: [4, 4], points: { show: false } },
        { stroke: colour(element, "accent"), width: 2, points: { show: false } }
      ]
    },
    [dates.map((date) => Date.parse(date) / 1000), [...before], [...now]],
    element
  )
}

export const Chart = ({ days }: { readonly days: Days }) => {
  const [first, last] = [days.dates[0], days.dates.at(-1)]
  const box = usePlot((element) => plotOf(element, days), days)
  if (first === undefined || last === undefined) return null
  return (
    <figure class="report-chart">
      <p class="small quiet" aria-hidden="true">
        {words.usersPerDay}
      </p>
      <div ref={box} role="img" aria-label={words.chart(site.day(first), site.day(last))} />
      <figcaption class="report-key" aria-hidden="true">
        <span>{words.now}</span>
        <span class="before">{words.before}</span>
      </figcaption>
    </figure>
  )
}
