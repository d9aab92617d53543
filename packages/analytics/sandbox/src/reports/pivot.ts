// Runs pivot reports: rows for all combinations of the pivot values that are shown.
// Source: https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/runPivotReport

import { invalid } from "../frame/errors.ts"
import { dimensionHeaders, extremes, metricHeaders, reservedText, wireRow } from "./answer.ts"
import { fieldNamesOf } from "./filters.ts"
import { ordered } from "./order.ts"
import { planOf, type Planned } from "./plan.ts"
import type { Aggregation, OrderBy, Pivot, PivotRequest } from "./request.ts"
import { isShown, type Plan, regrouped, type Row, rowsOf } from "./rows.ts"
import type { Subject } from "./subject.ts"

interface Named {
  readonly name?: string
}

const mostCells = 250_000

const keyOf = (texts: ReadonlyArray<string>): string => JSON.stringify(texts)

/** A pivot, with the positions of its fields in a row's texts. */
interface Bound {
  readonly pivot: Pivot
  readonly at: ReadonlyArray<number>
  readonly names: ReadonlyArray<string>
}

const bindPivots = (pivots: ReadonlyArray<Pivot>, texts: ReadonlyArray<string>): ReadonlyArray<Bound> => {
  if (pivots.length === 0) throw invalid("A pivot report requires at least one pivot.")
  const used = pivots.flatMap(({ fieldNames = [] }) => fieldNames)
  if (new Set(used).size < used.length) throw invalid("A dimension can be in one pivot only.")
  const cells = pivots.reduce((product, { limit = 0 }) => product * limit, 1)
  if (pivots.some(({ limit = 0 }) => limit <= 0)) throw invalid("Every pivot requires a limit, which must be positive.")
  if (cells > mostCells) throw invalid(`The product of the limits of all pivots must not exceed ${mostCells}.`)
  const missing = texts.find((name) => !used.includes(name))
  if (missing !== undefined && missing !== "dateRange" && missing !== "comparison") {
    throw invalid(`The dimension ${missing} is in no pivot. Every dimension must be in a pivot or in a filter alone.`)
  }
  return pivots.map((pivot) => {
    const names = pivot.fieldNames ?? []
    const at = names.map((name) => texts.indexOf(name))
    if (at.includes(-1))
      throw invalid(`The pivot field '${names[at.indexOf(-1)] ?? ""}' is not a dimension of the request.`)
    return { pivot, at, names }
  })
}

/** Groups the events of the rows by some of the texts only. */
const byTexts = ({ plan }: Planned, rows: ReadonlyArray<Row>, at: ReadonlyArray<number>): ReadonlyArray<Row> => {
  const count = plan.dimensions.length
  const own = at.filter((index) => index < count)
  const groups = regrouped(
    plan,
    rows,
    own.flatMap((index) => plan.dimensions[index] ?? [])
  )
  // The texts after the dimensions identify the slice.
  return groups.map((row) => ({
    ...row,
    texts: at.map((index) => row.texts[index < count ? own.indexOf(index) : own.length + index - count] ?? "")
  }))
}

const assertSelections = ({ names }: Bound, orderBys: ReadonlyArray<OrderBy>): void => {
  for (const { pivot } of orderBys) {
    const wrong = pivot?.pivotSelections?.find(({ dimensionName = "" }) => names.includes(dimensionName))
    if (wrong !== undefined)
      throw invalid(`The pivotSelection on ${wrong.dimensionName ?? ""} must be of another pivot.`)
  }
}

/** The values to sort a pivot by if the order selects a value of another pivot. */
const bySelection = (
  planned: Planned,
  rows: ReadonlyArray<Row>,
  bound: Bound,
  orderBy: OrderBy
): ReadonlyMap<string, number> => {
  const { metricName = "", pivotSelections = [] } = orderBy.pivot ?? {}
  const metric = planned.plan.metrics.findIndex(({ name }) => name === metricName)
  if (metric === -1) throw invalid(`The metric '${metricName}' in orderBys is not among the metrics of the request.`)
  const selection = rows.filter(({ texts }) =>
    pivotSelections.every(
      ({ dimensionName = "", dimensionValue }) => texts[planned.texts.indexOf(dimensionName)] === dimensionValue
    )
  )
  return new Map(byTexts(planned, selection, bound.at).map(({ texts, values }) => [keyOf(texts), values[metric] ?? 0]))
}

/** All values of a pivot, in its order. */
const headersOf = (planned: Planned, rows: ReadonlyArray<Row>, bound: Bound): ReadonlyArray<Row> => {
  const { orderBys = [] } = bound.pivot
  assertSelections(bound, orderBys)
  const names = { dimensions: bound.names, metrics: planned.plan.metrics.map(({ name }) => name) }
  const groups = byTexts(planned, rows, bound.at)
  const merged = [...new Map(groups.map((row) => [keyOf(row.texts), row])).values()]
  const plain = ordered(
    merged,
    orderBys.filter(({ pivot }) => pivot === undefined),
    names
  )
  const selecting = orderBys.find(({ pivot }) => pivot !== undefined)
  if (selecting === undefined) return plain
  const values = bySelection(planned, rows, bound, selecting)
  const sign = selecting.desc === true ? -1 : 1
  return plain.toSorted(
    (one, other) => sign * ((values.get(keyOf(one.texts)) ?? 0) - (values.get(keyOf(other.texts)) ?? 0))
  )
}

/** Aggregate rows over all values of a pivot, for each combination of the other pivots' values. */
const aggregatesOf = (
  planned: Planned,
  rows: ReadonlyArray<Row>,
  bound: Bound,
  aggregation: Aggregation
): ReadonlyArray<object> => {
  const { plan, texts } = planned
  const others = texts.map((_, index) => index).filter((index) => !bound.at.includes(index))
  const line = (row: Pick<Row, "texts">, values: ReadonlyArray<number>): object =>
    wireRow(
      texts.map((_, index) =>
        bound.at.includes(index) ? reservedText(aggregation) : (row.texts[others.indexOf(index)] ?? "")
      ),
      values,
      plan.metrics
    )
  const totals = byTexts(planned, rows, others)
  if (aggregation === "TOTAL") return totals.map((row) => line(row, row.values))
  if (aggregation !== "MAXIMUM" && aggregation !== "MINIMUM") return []
  return totals.map((total) => {
    const of = rows.filter((row) => others.every((index, at) => row.texts[index] === total.texts[at]))
    return line(total, extremes(of, aggregation, plan.metrics.length))
  })
}

const isShownBy = (
  bound: ReadonlyArray<Bound>,
  visibleKeys: ReadonlyArray<ReadonlySet<string>>,
  { texts }: Row,
  except?: Bound
): boolean =>
  bound.every(
    (one, index) => one === except || visibleKeys[index]?.has(keyOf(one.at.map((place) => texts[place] ?? ""))) === true
  )

const cut = (rows: ReadonlyArray<Row>, { limit = 0, offset = 0 }: Pivot): ReadonlyArray<Row> =>
  rows.slice(offset, offset + limit)

const assertRequested = (
  kind: "dimension" | "metric",
  names: ReadonlyArray<string>,
  of: ReadonlyArray<Named>
): void => {
  const missing = names.find((name) => !of.some((one) => one.name === name))
  if (missing !== undefined) throw invalid(`The ${kind} ${missing} must be requested to be used in the ${kind}Filter.`)
}

/** The request without dimensions that are only in its filter, which are not shown. */
const withoutHidden = (request: PivotRequest): PivotRequest => {
  const { dimensionFilter = {}, dimensions = [], metricFilter = {}, metrics = [], pivots = [] } = request
  const filterNames = fieldNamesOf(dimensionFilter)
  if (metrics.length === 0) throw invalid("At least one metric must be specified.")
  assertRequested("dimension", filterNames, dimensions)
  assertRequested("metric", fieldNamesOf(metricFilter), metrics)
  const visibleNames = pivots.flatMap(({ fieldNames = [] }) => fieldNames)
  return {
    ...request,
    dimensions: dimensions.filter(({ name = "" }) => visibleNames.includes(name) || !filterNames.includes(name))
  }
}

export const runPivotReport = (request: PivotRequest, subject: Subject) => {
  const planned = planOf(withoutHidden(request), subject)
  const plan: Plan = planned.plan
  const bound = bindPivots(request.pivots ?? [], planned.texts)
  const all = rowsOf(plan)
  const headers = bound.map((one) => headersOf(planned, all, one))
  const visibleHeaders = headers.map((rows, index) => cut(rows, bound[index]?.pivot ?? {}))
  const keys = visibleHeaders.map((rows) => new Set(rows.map(({ texts }) => keyOf(texts))))
  const names = { dimensions: planned.texts, metrics: plan.metrics.map(({ name }) => name) }
  const rows = ordered(
    all.filter((row) => isShown(plan, row) && isShownBy(bound, keys, row)),
    [],
    names
  )
  return {
    planned,
    rows: rows.length,
    answer: {
      pivotHeaders: visibleHeaders.map((values, index) => ({
        pivotDimensionHeaders: values.map(({ texts }) => ({ dimensionValues: texts.map((value) => ({ value })) })),
        rowCount: headers[index]?.length ?? 0
      })),
      dimensionHeaders: dimensionHeaders(planned.texts),
      metricHeaders: metricHeaders(plan.metrics),
      rows: rows.map(({ texts, values }) => wireRow(texts, values, plan.metrics)),
      aggregates: bound.flatMap((one) =>
        (one.pivot.metricAggregations ?? []).flatMap((aggregation) => {
          // Includes all values of this pivot, but only the shown values of the others.
          const of = all.filter((row) => isShownBy(bound, keys, row, one))
          return aggregatesOf(planned, of, one, aggregation)
        })
      ),
      metadata: planned.metadata(rows.length === 0),
      kind: "analyticsData#runPivotReport"
    }
  }
}
