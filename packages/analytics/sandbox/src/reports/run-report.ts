// Runs core reports: rows, totals and metadata.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/runReport

import { dimensionHeaders, extremes, metricHeaders, reservedText, wireRow, wireRows } from "./answer.ts"
import { ordered } from "./order.ts"
import { pageOf } from "./pages.ts"
import { type Planned, planOf } from "./plan.ts"
import type { Aggregation, OrderBy, ReportRequest } from "./request.ts"
import { isShown, type Plan, regrouped, type Row, rowsOf, shownRows } from "./rows.ts"
import type { Subject } from "./subject.ts"

/** One row for each slice, aggregated over all its rows. The total of a slice without events is an empty message. */
const aggregated = (plan: Plan, rows: ReadonlyArray<Row>, aggregation: Aggregation): ReadonlyArray<object> => {
  const texts = (slice: number): ReadonlyArray<string> => [
    ...plan.dimensions.map(() => reservedText(aggregation)),
    ...(plan.sliceTexts[slice] ?? [])
  ]
  if (aggregation === "TOTAL") {
    const totals = new Map(regrouped(plan, rows, []).map(({ slice, values }) => [slice, values]))
    return plan.slices.map((_, slice) => {
      const values = totals.get(slice)
      return values === undefined ? {} : wireRow(texts(slice), values, plan.metrics)
    })
  }
  if (aggregation !== "MAXIMUM" && aggregation !== "MINIMUM") return []
  return plan.slices.map((_, slice) => {
    const of = rows.filter((row) => row.slice === slice && isShown(plan, row))
    return wireRow(texts(slice), extremes(of, aggregation, plan.metrics.length), plan.metrics)
  })
}

/** The totals, maximums and minimums that the request asks for. */
export const aggregates = (
  plan: Plan,
  rows: ReadonlyArray<Row>,
  aggregations: ReadonlyArray<Aggregation> = []
): object => {
  const of = (aggregation: Aggregation) =>
    aggregations.includes(aggregation) ? aggregated(plan, rows, aggregation) : []
  return { totals: of("TOTAL"), maximums: of("MAXIMUM"), minimums: of("MINIMUM") }
}

/** Merges the rows beyond the limit into one "(other)" row for each slice. */
const withOther = (plan: Plan, rows: ReadonlyArray<Row>, limit: number): ReadonlyArray<Row> => {
  if (limit === 0 || rows.length <= limit || plan.dimensions.length === 0) return rows
  const other = regrouped(plan, rows.slice(limit), []).map((row) => ({
    ...row,
    texts: [...plan.dimensions.map(() => "(other)"), ...row.texts]
  }))
  return [...rows.slice(0, limit), ...other]
}

/** The headers and the sorted rows. */
export const tableOf = (
  { plan, texts }: Pick<Planned, "plan" | "texts">,
  orderBys: ReadonlyArray<OrderBy> | undefined,
  otherRowAfter: number,
  offset?: number
) => {
  const names = { dimensions: texts, metrics: plan.metrics.map(({ name }) => name) }
  const all = rowsOf(plan)
  const visibleRows = shownRows(plan, all)
  const cut = otherRowAfter > 0 ? withOther(plan, ordered(visibleRows, [], names), otherRowAfter) : visibleRows
  const rows = ordered(cut, orderBys, names, offset)
  return {
    all,
    rows,
    hasOther: cut !== visibleRows && cut.some(({ texts: [first] }) => first === "(other)"),
    headers: { dimensionHeaders: dimensionHeaders(texts), metricHeaders: metricHeaders(plan.metrics) }
  }
}

export const runReport = (request: ReportRequest, subject: Subject) => {
  const planned = planOf(request, subject)
  const { plan } = planned
  const { offset, orderBys } = request
  const { countsEachRange, otherRowAfter } = subject.quality
  const { all, hasOther, headers, rows } = tableOf(planned, orderBys, otherRowAfter, offset)
  const page = pageOf(plan, rows, request, countsEachRange)
  return {
    planned,
    answer: {
      ...headers,
      rows: wireRows(page.rows, plan.metrics),
      ...aggregates(plan, all, request.metricAggregations),
      rowCount: page.rowCount,
      metadata: planned.metadata(rows.length === 0, hasOther),
      kind: "analyticsData#runReport"
    }
  }
}
