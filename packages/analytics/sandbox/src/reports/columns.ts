// Resolves the dimensions and metrics of a report to columns. An unknown name is refused, with the most similar known
// name.

import { dimensions as allDimensions, findDimension, findMetric, metricsOf } from "../fields/catalog.ts"
import type { BoundDimension, Dimension } from "../fields/dimensions.ts"
import type { Measure } from "../fields/measures.ts"
import type { CountedEvent, Metric } from "../fields/metrics.ts"
import { invalid } from "../frame/errors.ts"
import { evaluate, namesIn, parseExpression } from "./expressions.ts"
import { nearest } from "./nearest.ts"
import type { AskedDimension, AskedMetric } from "./request.ts"
import type { Subject } from "./subject.ts"

/** The fields that a kind of report supports. */
export interface FieldSet {
  readonly hasDimension: (name: string) => boolean
  readonly hasMetric: (name: string) => boolean
  /** The documentation page that lists them. */
  readonly page: string
  readonly find?: (name: string) => Dimension | undefined
}

const schema = "https://developers.google.com/analytics/devguides/reporting/data/v1"
export const coreFields: FieldSet = { hasDimension: () => true, hasMetric: () => true, page: `${schema}/api-schema` }

export interface DimensionColumn {
  readonly name: string
  /** The dimensions that the column is made of. A concatenation has several. */
  readonly parts: ReadonlyArray<Dimension>
  readonly bound: BoundDimension
}

export interface MetricColumn {
  readonly name: string
  readonly type: Metric["type"]
  readonly isVisible: boolean
  readonly metrics: ReadonlyArray<Metric>
  readonly measures: ReadonlyArray<Measure>
  readonly value: (amount: (measure: string) => number) => number
}

const unknownField = (kind: "dimension" | "metric", name: string, names: ReadonlyArray<string>, page: string) => {
  const near = nearest(name, names)
  const hint = near === undefined ? "" : `Did you mean ${near}? `
  const gap = kind === "metric" ? "  " : " "
  return invalid(
    `${hint}Field ${name} is not a valid ${kind}.${gap}For a list of valid dimensions and metrics, see ${page} `
  )
}

export const dimensionOf = (name: string, fields: FieldSet): Dimension => {
  const dimension = (fields.find ?? findDimension)(name)
  if (dimension !== undefined && fields.hasDimension(name)) return dimension
  const names = allDimensions.map(({ apiName }) => apiName).filter(fields.hasDimension)
  throw unknownField("dimension", name, names, fields.page)
}

export const metricOf = (name: string, keyEvents: ReadonlyArray<CountedEvent>, fields: FieldSet): Metric => {
  const metric = findMetric(name, keyEvents)
  if (metric !== undefined && fields.hasMetric(metric.apiName)) return metric
  const names = metricsOf(keyEvents).map(({ apiName }) => apiName)
  throw unknownField("metric", name, names.filter(fields.hasMetric), fields.page)
}

/** The value of every dimension if the property has no data. */
const unset: BoundDimension = { read: () => () => 0, text: () => "(not set)" }

/** Caches the text of each code. */
const remembering = ({ read, text }: BoundDimension): BoundDimension => {
  const texts = new Map<number, string>()
  return {
    read,
    text: (code) => {
      const cachedText = texts.get(code)
      if (cachedText !== undefined) return cachedText
      const first = text(code)
      texts.set(code, first)
      return first
    }
  }
}

export const bind = (dimension: Dimension, { context }: Subject): BoundDimension =>
  remembering(context === undefined ? unset : dimension.bind(context))

/** Values composed of the texts of other dimensions. Codes are assigned in order of appearance. */
const composed = (
  parts: ReadonlyArray<BoundDimension>,
  text: (texts: ReadonlyArray<string>) => string
): BoundDimension => {
  const texts: Array<string> = []
  const codes = new Map<string, number>()
  const codeOf = (value: string): number => {
    const code = codes.get(value)
    if (code !== undefined) return code
    codes.set(value, texts.length)
    return texts.push(value) - 1
  }
  return {
    read: (day) => {
      const reads = parts.map((part) => part.read(day))
      return (event, session) =>
        codeOf(text(parts.map((part, index) => part.text(reads[index]?.(event, session) ?? 0))))
    },
    text: (code) => texts[code] ?? ""
  }
}

const requireName = (name: string | undefined): string => {
  if (name === undefined || name === "") throw invalid("A dimension requires a name.")
  return name
}

export const dimensionColumn = (
  requestDimension: AskedDimension,
  subject: Subject,
  fields: FieldSet
): DimensionColumn => {
  const name = requireName(requestDimension.name)
  const { concatenate, lowerCase, upperCase } = requestDimension.dimensionExpression ?? {}
  const one = lowerCase ?? upperCase
  if (one === undefined && concatenate === undefined) {
    const dimension = dimensionOf(name, fields)
    return { name, parts: [dimension], bound: bind(dimension, subject) }
  }
  const names = concatenate?.dimensionNames ?? [requireName(one?.dimensionName)]
  const parts = names.map((part) => dimensionOf(part, fields))
  const text = (texts: ReadonlyArray<string>): string => {
    if (concatenate !== undefined) return texts.join(concatenate.delimiter ?? "")
    const [only = ""] = texts
    return lowerCase === undefined ? only.toUpperCase() : only.toLowerCase()
  }
  return {
    name,
    parts,
    bound: composed(
      parts.map((part) => bind(part, subject)),
      text
    )
  }
}

const valueOf = (metric: Metric, { keyEvents, restrictions }: Subject, amount: (measure: string) => number): number =>
  metric.restriction !== null && restrictions.has(metric.restriction)
    ? 0
    : metric.value(metric.measures(keyEvents).map(({ name }) => amount(name)))

export const metricColumn = (requestMetric: AskedMetric, subject: Subject, fields: FieldSet): MetricColumn => {
  const { expression = "", invisible = false, name = "" } = requestMetric
  if (name === "") throw invalid("A metric requires a name.")
  const parsed = parseExpression(expression === "" ? name : expression)
  const isExpression = expression !== "" && parsed.kind !== "name"
  const metrics = namesIn(parsed).map((inner) => metricOf(inner, subject.keyEvents, fields))
  const byName = new Map(namesIn(parsed).map((inner, index) => [inner, metrics[index]]))
  return {
    name,
    type: isExpression ? "TYPE_FLOAT" : (metrics[0]?.type ?? "TYPE_FLOAT"),
    isVisible: !invisible,
    metrics,
    measures: metrics.flatMap((metric) => metric.measures(subject.keyEvents)),
    value: (amount) =>
      evaluate(parsed, (inner) => {
        const metric = byName.get(inner)
        return metric === undefined ? 0 : valueOf(metric, subject, amount)
      })
  }
}
