/** Runs and credits of the last thirty days, as uPlot charts and as a table. */
// oxlint-disable-next-line import/no-unassigned-import -- styles that come with the chart's code
import "uplot/dist/uPlot.min.css"
import { axisOf, colour, usePlot } from "@inlay/ui/plot"
import UPlot from "uplot"

import type { Usage } from "../api/types.ts"
import { Table } from "../shared/Table.tsx"
import { number } from "../words.ts"
import { sumsOf, type DaySum } from "./days.ts"
import { activity as words } from "./words.ts"

const HEIGHT = 140
const HALF_A_DAY_SECONDS = 43_200
/** The columns of the table beside the day. */
const NUMBERS = [words.runs, words.failures, words.credits]
const bars = UPlot.paths.bars?.({ size: [0.7, 24] })

const Chart = (props: {
  readonly title: string
  readonly sums: ReadonlyArray<DaySum>
  readonly of: (sum: DaySum) => number
}) => {
  const box = usePlot((element) => {
    const axis = axisOf(element)
    const times = props.sums.map(({ day }) => Date.parse(day) / 1000)
    const values = props.sums.map(props.of)
    return new UPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), "UTC"),
        scales: {
          // A bar is centred on its day: the first and the last one would be cut in their middle.
          x: { range: (_plot, first, last) => [first - HALF_A_DAY_SECONDS, last + HALF_A_DAY_SECONDS] },
          y: { range: [0, Math.max(4, ...values) * 1.05] }
        },
        axes: [
          { ...axis, grid: { show: false }, values: "{D} {MMM}", space: 60, size: 28 },
          { ...axis, size: 40, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000, 10_000, 100_000] }
        ],
        series: [
          {},
          {
            fill: colour(element, "accent"),
            width: 0,
            points: { show: false },
            ...(bars !== undefined && { paths: bars })
          }
        ]
      },
      [times, values],
      element
    )
  }, props.sums)
  return (
    <figure class="plot">
      <figcaption>{props.title}</figcaption>
      <div ref={box} aria-hidden="true" />
    </figure>
  )
}

const AsTable = ({ sums }: { readonly sums: ReadonlyArray<DaySum> }) => (
  <details>
    <summary>{words.asTable}</summary>
    <Table label={words.charts} columns={[words.day, ...NUMBERS]} numbers={NUMBERS}>
      {sums.toReversed().map((sum) => (
        <tr key={sum.day}>
          <th scope="row" class="unbroken">
            {sum.day}
          </th>
          <td class="number">{number(sum.runs)}</td>
          <td class="number">{number(sum.failed)}</td>
          <td class="number">
            {[number(sum.credits), ...(sum.unknownCharges === 0 ? [] : [words.unknown])].join(" + ")}
          </td>
        </tr>
      ))}
    </Table>
  </details>
)

const total = (sums: ReadonlyArray<DaySum>, of: (sum: DaySum) => number) => sums.reduce((all, one) => all + of(one), 0)

export const Charts = ({ usage }: { readonly usage: Usage }) => {
  const sums = sumsOf(usage)
  const credits = total(sums, (sum) => sum.credits)
  const runs = total(sums, (sum) => sum.runs)
  if (runs === 0) return null
  return (
    <section class="panel" aria-labelledby="charts">
      <h2 id="charts">{words.charts}</h2>
      <p class="lead">
        {words.summary(
          runs,
          credits,
          total(sums, (sum) => sum.unknownCharges)
        )}
      </p>
      <div class="plots">
        <Chart title={words.runsChart} sums={sums} of={(sum) => sum.runs} />
        {credits > 0 && <Chart title={words.creditsChart} sums={sums} of={(sum) => sum.credits} />}
      </div>
      <AsTable sums={sums} />
    </section>
  )
}
