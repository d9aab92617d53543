// Turns a report request over dates into a plan: validates it before any event is read, and prepares the response's
// metadata.

import { localTime } from "../events/calendar.ts"
import { daysBetween } from "../events/table.ts"
import type { Dimension } from "../fields/dimensions.ts"
import { invalid, Refusal } from "../frame/errors.ts"
import { both, type Slice } from "./aggregate.ts"
import { coreFields, dimensionColumn, type FieldSet, metricColumn } from "./columns.ts"
import { assertCompatible } from "./compatibility.ts"
import { rateOf } from "./currency.ts"
import { type Range, rangesOf } from "./dates.ts"
import { eventFilter, rowFilter } from "./filters.ts"
import { retainedFrom, sampled, samplingOf, truncationOf } from "./quality.ts"
import type { BaseRequest, DatedRequest } from "./request.ts"
import type { Plan } from "./rows.ts"
import type { Subject } from "./subject.ts"

const mostDimensions = 9
const mostMetrics = 10

export interface Planned {
  readonly plan: Plan
  /** Names of a row's texts: dimensions, then comparison and date range if there are several. */
  readonly texts: ReadonlyArray<string>
  readonly metadata: (isEmpty: boolean, hasOther?: boolean) => object
  /** The total number of days in all ranges, which determines the cost of the request. */
  readonly days: number
  /** Whether a dimension describes people. */
  readonly isThresholded: boolean
}

const assertUnique = (kind: string, names: ReadonlyArray<string>): void => {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw invalid(`The ${kind} '${twice}' is in the request twice.`)
}

/** Columns and filters, which every kind of report has. */
export const fieldsOf = (request: BaseRequest, subject: Subject, fields: FieldSet) => {
  const { dimensionFilter, dimensions: requestDimensions = [], metricFilter, metrics: requestMetrics = [] } = request
  if (requestDimensions.length + requestMetrics.length === 0)
    throw invalid("Requests require dimensions and/or metrics.")
  if (requestDimensions.length > mostDimensions)
    throw invalid(`Requests are limited to ${mostDimensions} dimensions within a nested request.`)
  if (requestMetrics.length > mostMetrics)
    throw invalid(`Requests are limited to ${mostMetrics} metrics within a nested request.`)
  assertUnique(
    "dimension",
    requestDimensions.map(({ name = "" }) => name)
  )
  assertUnique(
    "metric",
    requestMetrics.map(({ name = "" }) => name)
  )
  const dimensions = requestDimensions.map((dimension) => dimensionColumn(dimension, subject, fields))
  const columns = requestMetrics.map((metric) => metricColumn(metric, subject, fields))
  const filter = dimensionFilter === undefined ? undefined : eventFilter(dimensionFilter, subject, fields)
  const { metrics, passes } = rowFilter(metricFilter, columns, subject, fields)
  const used: ReadonlyArray<Dimension> = [...dimensions.flatMap(({ parts }) => parts), ...(filter?.dimensions ?? [])]
  assertCompatible({ dimensions: used, metrics: metrics.flatMap((column) => column.metrics) })
  return {
    dimensions,
    metrics,
    passes,
    keep: filter?.keep,
    isThresholded: used.some((dimension) => dimension.isThresholded)
  }
}

const restrictionsOf = (plan: Plan, { restrictions }: Subject): object => {
  const restricted = plan.metrics
    .flatMap(({ metrics }) => metrics)
    .filter(({ restriction }) => restriction !== null && restrictions.has(restriction))
  if (restricted.length === 0) return {}
  const activeMetricRestrictions = restricted.map(({ apiName, restriction }) => ({
    metricName: apiName,
    restrictedMetricTypes: [restriction]
  }))
  return { schemaRestrictionResponse: { activeMetricRestrictions } }
}

const comparisonsOf = ({ comparisons = [] }: DatedRequest, subject: Subject) =>
  comparisons.map(({ dimensionFilter, name = "" }, index) => {
    if (dimensionFilter === undefined) throw invalid("Saved comparisons are not simulated: give a dimensionFilter.")
    return { name: name === "" ? `comparison_${index}` : name, ...eventFilter(dimensionFilter, subject, coreFields) }
  })

/** Refuses requests that the service refuses before it reads data. */
export const planOf = (request: DatedRequest, subject: Subject): Planned => {
  const { currencyCode = subject.currencyCode, dateRanges, keepEmptyRows = false } = request
  if (request.cohortSpec !== undefined) throw new Refusal("UNIMPLEMENTED", "Cohorts are not simulated.")
  const ranges = rangesOf(dateRanges, localTime(subject.now.millis, subject.timeZone).day)
  const { dimensions, isThresholded, keep, metrics, passes } = fieldsOf(request, subject, coreFields)
  const comparisons = comparisonsOf(request, subject)
  const rate = rateOf(subject.currencyCode, currencyCode)
  const { quality } = subject
  const from = retainedFrom(quality)
  const daysOf = ({ first, last }: Range) => daysBetween(subject.propertyId, Math.max(first, from), last, subject.now)
  const parts = ranges.flatMap((range) =>
    (comparisons.length === 0 ? [undefined] : comparisons).map((comparison) => ({ range, comparison }))
  )
  const slices: ReadonlyArray<Slice> = parts.map(({ comparison, range }) => ({
    days: subject.context === undefined ? [] : daysOf(range),
    keep: both(sampled(quality), keep, comparison?.keep)
  }))
  const leastUsers = isThresholded || quality.thresholdAlways ? quality.thresholdUsers : 0
  const plan: Plan = {
    slices,
    comparisons: Math.max(1, comparisons.length),
    sliceTexts: parts.map(({ comparison, range }) => [
      ...(comparison === undefined ? [] : [comparison.name]),
      ...(ranges.length > 1 ? [range.name] : [])
    ]),
    dimensions,
    metrics,
    passes,
    keepEmptyRows,
    scale: Math.max(1, quality.sampleEvery),
    rate,
    leastUsers
  }
  const texts = [
    ...dimensions.map(({ name }) => name),
    ...(comparisons.length > 0 ? ["comparison"] : []),
    ...(ranges.length > 1 ? ["dateRange"] : [])
  ]
  return {
    plan,
    texts,
    isThresholded,
    days: ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0),
    metadata: (isEmpty, hasOther = false) => ({
      dataLossFromOtherRow: hasOther,
      ...restrictionsOf(plan, subject),
      currencyCode,
      timeZone: subject.timeZone,
      ...(isEmpty && subject.context === undefined ? { emptyReason: "NO_DATA" } : {}),
      ...(leastUsers > 0 ? { subjectToThresholding: true } : {}),
      samplingMetadatas: quality.sampleEvery > 1 ? ranges.map((range) => samplingOf(daysOf(range), quality)) : [],
      dataTruncationReasons: truncationOf(ranges, quality)
    })
  }
}
