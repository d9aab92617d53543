/** Parses the flags of `inlay report`, and reports all problems at once. Nothing is sent. */
import type { OutputTarget } from "@inlay/agent-plugin/OutputFiles"
import { invalid, type FieldError, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

import { MAX_ROWS, metricName } from "../../schema/report-fields.ts"
import type { ReportInput } from "../../schema/Report.ts"
import { report } from "../../tool-steps/parts/any-report.ts"
import { pairingProblems } from "./entries.ts"

/** The flags, as parsed by the command line. */
export interface Flags {
  readonly property: Option.Option<string>
  readonly metrics: Option.Option<string>
  readonly dimensions: Option.Option<string>
  readonly range: Option.Option<string>
  readonly filter: Option.Option<string>
  readonly order: Option.Option<string>
  readonly currency: Option.Option<string>
  readonly limit: Option.Option<number>
  readonly compare: boolean
  readonly chart: Option.Option<"line" | "bar">
  readonly csv: Option.Option<string>
  readonly jsonFile: Option.Option<string>
  readonly force: boolean
}

/** A file that every row is written to. */
export interface FileRequest {
  readonly format: "csv" | "json"
  readonly target: OutputTarget
}

/** A parsed report request. */
export interface ReportRequest {
  /** Undefined for the account's only property. */
  readonly property: string | undefined
  readonly input: Omit<ReportInput, "property">
  /** The number of rows that are shown. */
  readonly limit: number
  readonly chart: "line" | "bar" | undefined
  readonly file: FileRequest | undefined
}

/** The number of rows in a table if no limit is given. */
const ROWS = 100
/** The number of rows that are read for a line chart. */
const LINE_ROWS = 10_000

const listOf = (flag: Option.Option<string>): ReadonlyArray<string> =>
  Option.getOrElse(flag, () => "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** Dimensions of time, whose values have a natural order: `dateHour`, `isoYearIsoWeek`, `nthDay`. */
const OF_TIME = /^(date|year|isoYear|month|week|isoWeek|day|hour|minute|nth)/

/** The default order: chronological if the first dimension is a time, otherwise by the first metric, largest first. */
const orderOf = (metrics: ReadonlyArray<string>, [first]: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (first !== undefined && OF_TIME.test(first)) return [first]
  const [metric] = metrics
  return metric === undefined || first === undefined ? [] : [`-${metricName(metric)}`]
}

const fileOf = ({ csv, jsonFile, force }: Flags): FileRequest | undefined => {
  const [path] = [...Option.toArray(csv), ...Option.toArray(jsonFile)]
  if (path === undefined) return undefined
  const format = Option.isSome(csv) ? "csv" : "json"
  const flag = format === "csv" ? "--csv" : "--json-file"
  const withoutFile = "Without it, the report is printed; --json prints it as JSON."
  return { format, target: { path, flag, replace: force, withoutFile } }
}

const chartProblems = (
  chart: ReportRequest["chart"],
  metrics: ReadonlyArray<string>,
  dimensions: ReadonlyArray<string>,
  flags: Flags
): ReadonlyArray<string> => {
  if (chart === undefined) return []
  const count = dimensions.length
  return [
    ...(fileOf(flags) === undefined ? [] : ["cannot be combined with a file"]),
    ...(metrics.length === 0 ? ["needs a metric"] : []),
    ...(count === 0 ? ["needs a dimension"] : []),
    ...(chart === "line" && count > 1 ? [`line needs one dimension, and there are ${count}: bar takes several`] : []),
    ...(listOf(flags.range).length > 1 ? ["needs one range; --compare adds the one before"] : [])
  ]
}

/** Maps a field such as `metrics.3` to its flag `--metrics`. */
const flagOf = ({ field, message }: FieldError): FieldError => ({
  field: field === "" ? "" : `--${field.replace(/\..*$/, "").replace(/Code$/, "")}`,
  message
})

/** The request that the flags describe, or everything that is wrong with them. */
export const requestOf = (flags: Flags): Result.Result<ReportRequest, ProviderError> => {
  const file = fileOf(flags)
  const chart = Option.getOrUndefined(flags.chart)
  const property = Option.getOrUndefined(Option.filter(flags.property, (one) => one.trim() !== ""))?.trim()
  const metrics = listOf(flags.metrics)
  const dimensions = listOf(flags.dimensions)
  const order = listOf(flags.order)
  const flagLimit = Option.getOrUndefined(flags.limit)
  const isTable = file === undefined
  const limit = flagLimit ?? (isTable ? ROWS : undefined)
  // A comparison matches the rows of two periods, so it needs all of them.
  const leastRows = flags.compare ? MAX_ROWS : chart === "line" ? LINE_ROWS : 0
  const requestLimit = isTable && leastRows > 0 ? Math.max(flagLimit ?? 0, leastRows) : limit
  // Without an order, the parts of a file are sorted by their dimensions and do not overlap.
  const sortedBy = order.length > 0 || !isTable ? order : orderOf(metrics, dimensions)
  const input: ReportRequest["input"] = {
    ...(metrics.length > 0 && { metrics }),
    ...(dimensions.length > 0 && { dimensions }),
    ...(Option.isSome(flags.range) && { range: flags.range.value }),
    ...(Option.isSome(flags.filter) && { filter: flags.filter.value }),
    ...(sortedBy.length > 0 && { order: sortedBy }),
    ...(Option.isSome(flags.currency) && { currencyCode: flags.currency.value }),
    ...(requestLimit !== undefined && { limit: requestLimit }),
    ...(flags.compare && { compare: true }),
    ...(isTable && metrics.length > 0 && dimensions.length > 0 && { totals: true })
  }
  const problems = [
    ...report.problems({ ...input, property: property ?? "properties/1" }).map(flagOf),
    ...chartProblems(chart, metrics, dimensions, flags).map((message) => ({ field: "--chart", message })),
    ...(flags.compare && isTable ? pairingProblems(dimensions) : []).map((message) => ({
      field: "--compare",
      message
    })),
    ...(Option.isSome(flags.csv) && Option.isSome(flags.jsonFile)
      ? [{ field: "--json-file", message: "cannot be combined with --csv: one file at a time" }]
      : [])
  ]
  return problems.length > 0
    ? Result.fail(invalid("analytics", "report", problems))
    : Result.succeed({ property, input, limit: limit ?? 0, chart, file })
}
