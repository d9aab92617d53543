/** Fields that every kind of report has. The limits are the service's own and are checked before anything is sent. */
import type { FieldError } from "@inlay/core-http/ProviderError"
import * as Schema from "effect/Schema"

import { parse } from "./filter/parse.ts"
import * as Names from "./names.ts"

/** The most dimensions of a report. */
export const MAX_DIMENSIONS = 9
/** The most metrics of a report. */
export const MAX_METRICS = 10
/** The most rows of one response. */
export const MAX_ROWS = 250_000
/** The most reports of a batch. */
const MAX_REPORTS = 5

/** The reports of one request. */
export const reports = <S extends Schema.Top>(report: S) =>
  Schema.Array(report).check(
    Schema.makeFilter(({ length }) =>
      length >= 1 && length <= MAX_REPORTS ? undefined : `must have 1 to ${MAX_REPORTS} reports`
    )
  )

/** The metrics of the report. */
export const metrics = Schema.optionalKey(
  Names.listOf(Names.metric(), MAX_METRICS, `must have at most ${MAX_METRICS} metrics`, "e.g. sessions")
)

/** The dimensions of the report. */
export const dimensions = Schema.optionalKey(
  Names.listOf(Names.dimension(), MAX_DIMENSIONS, `must have at most ${MAX_DIMENSIONS} dimensions`, "e.g. country")
)

const filterText = Names.textBy(Names.parsedBy(parse))

/** Conditions on dimensions and metrics. */
export const filter = Schema.optionalKey(
  filterText('country == "Australia" and sessions > 10; ~ regex, in ("A", "B"), not, or')
)

/** The names to sort by. A leading `-` sorts descending. */
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

/** The most rows of the response. */
export const limit = Schema.optionalKey(
  Names.integerFrom(1, MAX_ROWS, `must be from 1 to ${MAX_ROWS}, the most rows of one answer`)()
)

/** The number of rows to skip. */
export const offset = Schema.optionalKey(Names.integerFrom(0, Number.MAX_SAFE_INTEGER, "must be 0 or more")())

/** Whether to return totals over the whole report. */
export const totals = Schema.optionalKey(Schema.Boolean)

const namesIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []

/** The name of a metric in the response. For an expression, this is the name before it. */
export const metricName = (metric: string): string => Names.METRIC_EXPRESSION.exec(metric)?.[1] ?? metric

/** The first value that a list has a second time. */
export const firstRepeated = <A>(values: ReadonlyArray<A>): A | undefined => {
  const earlier = new Set<A>()
  for (const value of values) {
    if (earlier.has(value)) return value
    earlier.add(value)
  }
  return undefined
}

const repeatedName = (field: string, names: ReadonlyArray<string>): ReadonlyArray<FieldError> => {
  const twice = firstRepeated(names)
  return twice === undefined ? [] : [{ field, message: `names ${twice} twice` }]
}

type Rules = (input: Readonly<Record<string, unknown>>) => ReadonlyArray<FieldError>

/** Validation rules for the reports of a batch, by those of one report. */
export const batchRulesBy =
  (rules: Rules): Rules =>
  ({ reports: list }) =>
    (Array.isArray(list) ? list : []).flatMap((report: unknown, at) =>
      rules({ ...(report as object) }).map(({ field, message }) => ({ field: `reports.${at}.${field}`, message }))
    )

/**
 * Validation rules between the fields of a report.
 * @param always columns that the response has in addition
 */
export const columnRules = (
  input: Readonly<Record<string, unknown>>,
  always: ReadonlyArray<string> = []
): ReadonlyArray<FieldError> => {
  const columns = [...namesIn(input["dimensions"]), ...namesIn(input["metrics"]).map(metricName)]
  const sortable = new Set([...columns, ...always])
  const unexpected = namesIn(input["order"])
    .map((name) => name.replace(/^-/, ""))
    .filter((name) => !sortable.has(name))
  return [
    ...(columns.length === 0 ? [{ field: "metrics", message: "must name a metric, unless dimensions are named" }] : []),
    ...repeatedName("metrics", namesIn(input["metrics"]).map(metricName)),
    ...repeatedName("dimensions", namesIn(input["dimensions"])),
    ...unexpected.map((name) => ({
      field: "order",
      message: `names ${name}, which is not among dimensions and metrics`
    }))
  ]
}
