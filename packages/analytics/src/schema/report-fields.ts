/** What every kind of report is asked with. The limits are the service's own, judged before anything is sent. */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { parse } from "./filter/parse.ts"
import * as Names from "./names.ts"

/** Dimensions of one report. */
export const MAX_DIMENSIONS = 9
/** Metrics of one report. */
export const MAX_METRICS = 10
/** Rows of one answer. */
export const MAX_ROWS = 250_000
/** Rows of one answer where no limit is asked for. */
export const DEFAULT_ROWS = 10_000
/** Reports of one batch. */
export const MAX_REPORTS = 5

/** What is counted. */
export const metrics = Schema.optionalKey(
  Names.listOf(Names.metric(), MAX_METRICS, `must have at most ${MAX_METRICS} metrics`, "e.g. sessions")
)

/** What it is counted by. */
export const dimensions = Schema.optionalKey(
  Names.listOf(Names.dimension(), MAX_DIMENSIONS, `must have at most ${MAX_DIMENSIONS} dimensions`, "e.g. country")
)

const filterText = Names.textBy((value) => {
  const read = parse(value)
  return Result.isFailure(read) ? read.failure : undefined
})

/** Conditions on dimensions and metrics. */
export const filter = Schema.optionalKey(
  filterText('country == "Australia" and sessions > 10; ~ regex, in ("A", "B"), not, or')
)

/** What to sort by. */
export const order = Schema.optionalKey(
  Schema.Array(
    Names.textBy((value) =>
      Names.FIELD_NAME.test(value.replace(/^-/, ""))
        ? undefined
        : "must be a name, with - before it for the largest first"
    )()
  ).annotate({
    description: "Names; -sessions: largest first"
  })
)

/** The most rows of the answer. */
export const limit = Schema.optionalKey(
  Names.integerFrom(1, MAX_ROWS, `must be from 1 to ${MAX_ROWS}, the most rows of one answer`)()
)

/** Rows that are left out at the beginning. */
export const offset = Schema.optionalKey(Names.integerFrom(0, Number.MAX_SAFE_INTEGER, "must be 0 or more")())

/** Rows that sum up the whole report. */
export const totals = Schema.optionalKey(Schema.Boolean)

const namesIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []

/** The name that a metric has in the answer: that before an expression. */
export const metricName = (metric: string): string => Names.METRIC_EXPRESSION.exec(metric)?.[1] ?? metric

const repeated = (field: string, names: ReadonlyArray<string>): ReadonlyArray<FieldError> => {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return twice === undefined ? [] : [{ field, message: `names ${twice} twice` }]
}

/** Rules between the fields of a report. @param always columns that the answer has besides */
export const columnRules = (
  input: Readonly<Record<string, unknown>>,
  always: ReadonlyArray<string> = []
): ReadonlyArray<FieldError> => {
  const columns = [...namesIn(input["dimensions"]), ...namesIn(input["metrics"]).map(metricName)]
  const unexpected = namesIn(input["order"])
    .map((name) => name.replace(/^-/, ""))
    .filter((name) => ![...columns, ...always].includes(name))
  return [
    ...(columns.length === 0 ? [{ field: "metrics", message: "must name a metric, unless dimensions are named" }] : []),
    ...repeated("metrics", namesIn(input["metrics"]).map(metricName)),
    ...repeated("dimensions", namesIn(input["dimensions"])),
    ...unexpected.map((name) => ({
      field: "order",
      message: `names ${name}, which is not among dimensions and metrics`
    }))
  ]
}
