// Binds the filters of a request to the dimensions and metrics of a property.

import { findMetric } from "../fields/catalog.ts"
import type { Dimension } from "../fields/dimensions.ts"
import { invalid, propertyForbidden } from "../frame/errors.ts"
import type { Keep } from "./aggregate.ts"
import { bind, dimensionOf, type FieldSet, metricColumn, type MetricColumn } from "./columns.ts"
import { combine, dimensionTest, metricTest } from "./predicates.ts"
import type { FilterExpression } from "./request.ts"
import type { Row } from "./rows.ts"
import type { Subject } from "./subject.ts"

export const fieldNamesOf = ({ andGroup, filter, notExpression, orGroup }: FilterExpression): ReadonlyArray<string> => [
  ...(filter?.fieldName === undefined ? [] : [filter.fieldName]),
  ...[...(andGroup?.expressions ?? []), ...(orGroup?.expressions ?? [])].flatMap(fieldNamesOf),
  ...(notExpression === undefined ? [] : fieldNamesOf(notExpression))
]

interface EventFilter {
  readonly keep: Keep
  readonly dimensions: ReadonlyArray<Dimension>
}

interface Place {
  readonly event: number
  readonly session: number
}

/** A filter of events by dimensions. */
export const eventFilter = (expression: FilterExpression, subject: Subject, fields: FieldSet): EventFilter => {
  const dimensions: Array<Dimension> = []
  const starts: Array<Keep> = []
  /** The test of each filter, bound to the day that is being read. */
  const reads: Array<(event: number, session: number) => boolean> = []
  const passes = combine<Place>(expression, (filter) => {
    const { fieldName = "" } = filter
    if (findMetric(fieldName, subject.keyEvents) !== undefined) {
      throw invalid(`The metric ${fieldName} cannot be used in a dimensionFilter; use metricFilter.`)
    }
    const dimension = dimensionOf(fieldName, fields)
    dimensions.push(dimension)
    const { read, text } = bind(dimension, subject)
    const test = dimensionTest(filter)
    const resultByCode = new Map<number, boolean>()
    const at = starts.length
    starts.push((day) => {
      const codeOf = read(day)
      return (event, session) => {
        const code = codeOf(event, session)
        const answer = resultByCode.get(code) ?? test(text(code))
        resultByCode.set(code, answer)
        return answer
      }
    })
    return ({ event, session }) => reads[at]?.(event, session) === true
  })
  const keep: Keep = (day) => {
    reads.splice(0, reads.length, ...starts.map((start) => start(day)))
    const place = { event: 0, session: 0 }
    return (event, session) => {
      place.event = event
      place.session = session
      return passes(place)
    }
  }
  return { keep, dimensions }
}

interface RowFilter {
  readonly passes: (row: Row) => boolean
  /** The columns of the request, and hidden ones for metrics that only the filter uses. */
  readonly metrics: ReadonlyArray<MetricColumn>
}

/** A filter of rows by metrics. */
export const rowFilter = (
  expression: FilterExpression | undefined,
  columns: ReadonlyArray<MetricColumn>,
  subject: Subject,
  fields: FieldSet
): RowFilter => {
  if (expression === undefined) return { passes: () => true, metrics: columns }
  const metrics = [...columns]
  const passes = combine<Row>(expression, (filter) => {
    const { fieldName = "" } = filter
    if (!metrics.some(({ name }) => name === fieldName)) {
      metrics.push(metricColumn({ name: fieldName, invisible: true }, subject, fields))
    }
    const at = metrics.findIndex(({ name }) => name === fieldName)
    const isBlocked = metrics[at]?.metrics.some(
      ({ restriction }) => restriction !== null && subject.restrictions.has(restriction)
    )
    if (isBlocked === true) throw propertyForbidden()
    const test = metricTest(filter)
    return ({ values }) => test(values[at] ?? 0)
  })
  return { passes, metrics }
}
