/** The inputs of the report page's requests, and the tables that it shows. Pure. */
import { report as words } from "../../locales/report.ts"
import { hasFields, isCount, isText } from "../../messaging/shape.ts"
import { csvFile } from "../../ui/csv-file.ts"
import { filterOf, type Report } from "../site/figures/figures.ts"
import type { ReportPlace } from "../site/report-place.ts"

type Range = keyof typeof words.ranges
export type Dimension = keyof typeof words.dimensions
type Metric = keyof typeof words.metrics

export const METRICS = Object.keys(words.metrics) as ReadonlyArray<Metric>

/** The most rows that a table shows. The service has the rest. */
const MOST_ROWS = 500
/** The days of two years, each for both periods: the service has them so. */
const MOST_DAYS = 1500
const MAX_KB = 150

export interface ReportChoice {
  readonly range: Range
  readonly scope: ReportPlace["scope"]
  readonly by: Dimension
}

/** Inputs for the totals of both periods, the users by day of both, and the table. */
export const inputsOf = ({ property: { property }, address }: ReportPlace, { range, scope, by }: ReportChoice) => {
  const common = { property, range, max_kb: MAX_KB, ...(scope === "page" && { filter: filterOf(address) }) }
  return [
    { ...common, metrics: METRICS, compare: true },
    { ...common, metrics: ["activeUsers"], dimensions: ["date"], order: ["date"], compare: true, limit: MOST_DAYS },
    {
      ...common,
      metrics: METRICS,
      dimensions: [by],
      order: [by === "date" ? "date" : "-activeUsers"],
      limit: MOST_ROWS
    }
  ] as const
}

export interface Table {
  readonly rows: ReadonlyArray<readonly [name: string, ...figures: ReadonlyArray<number>]>
  /** The number of rows in the whole report, including those that are not shown. */
  readonly all: number
}

const isTable = hasFields({ rowCount: isCount })

/** Returns `undefined` if the output is not such a table. */
export const tableOf = (output: Report, by: Dimension): Table | undefined => {
  if (!isTable(output)) return undefined
  const rows = output.rows.flatMap((row) => {
    const name = row[by]
    const figures = METRICS.map((metric) => row[metric])
    return isText(name) && figures.every(isCount) ? [[name, ...figures] as const] : []
  })
  return rows.length === output.rows.length ? { rows, all: output.rowCount } : undefined
}

export const csvOf = ({ rows }: Table, by: Dimension): string =>
  csvFile([[words.dimensions[by], ...METRICS.map((metric) => words.metrics[metric])], ...rows])
