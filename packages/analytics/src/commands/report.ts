/** `inlay report`: prints a report as a table with an optional chart, or writes every row to a file. */
import type { CommandAnswer, CommandHandler } from "@inlay/agent-plugin/Command"
import { OutputFiles } from "@inlay/agent-plugin/OutputFiles"
import { Runner } from "@inlay/agent-plugin/Runner"
import { TimeLimit } from "@inlay/core-http/Client"
import { invalidReason, ProviderError } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { reportCard } from "../card.ts"
import { propertyName } from "../schema/names.ts"
import type { Quota } from "../schema/Quota.ts"
import { DEFAULT_RANGE } from "../schema/ranges.ts"
import { metricName } from "../schema/report-fields.ts"
import { Facts, type ReportColumns } from "../schema/Report.ts"
import { PartTaker, type TakePart } from "../tool-steps/parts/whole-report.ts"
import { rangesOf } from "../wire/reports/bodies.ts"
import { chartOf } from "./report/chart.ts"
import { entriesOf, shownColumns } from "./report/entries.ts"
import { exporting } from "./report/export.ts"
import { onlyProperty } from "./report/property.ts"
import { requestOf, type FileRequest, type Flags, type ReportRequest } from "./report/request.ts"
import { tableOf } from "./report/table.ts"

/** The service may need minutes for a part of 250,000 rows. */
const PART_LIMIT = Duration.minutes(10)

const decode = Schema.decodeUnknownEffect(Facts)

const number = (value: number): string => value.toLocaleString("en-US")

/** For example: `Used 12 tokens of the property's quota; left: 199,988 today, 39,988 in this hour.` */
const quotaLine = (quota: Quota | undefined): ReadonlyArray<string> => {
  const consumed = quota?.tokensPerHour?.consumed ?? quota?.tokensPerDay?.consumed
  if (typeof consumed !== "number") return []
  const remaining = [
    [quota?.tokensPerDay?.remaining, "today"],
    [quota?.tokensPerHour?.remaining, "in this hour"],
    [quota?.tokensPerProjectPerHour?.remaining, "for this project in this hour"]
  ] as const
  const parts = remaining.flatMap(([count, when]) => (typeof count === "number" ? [`${number(count)} ${when}`] : []))
  const rest = parts.length === 0 ? "" : `; left: ${parts.join(", ")}`
  return [`Used ${number(consumed)} ${consumed === 1 ? "token" : "tokens"} of the property's quota${rest}.`]
}

const dayLine = ({ timeZone }: Facts): ReadonlyArray<string> =>
  timeZone === undefined ? [] : [`Days are in the ${timeZone} time zone.`]

const runReport = Effect.fnUntraced(function* (input: unknown, account: string | undefined, take: TakePart) {
  const runner = yield* Runner
  const output = yield* Effect.provideService(runner.run("analytics_run_reports", input, account), PartTaker, take)
  return yield* Effect.orDie(decode(output))
})

const cardOf = Effect.fnUntraced(function* (facts: Facts, subtitle: string, request: ReportRequest) {
  const fetchedAt = new Date(yield* Clock.currentTimeMillis).toISOString()
  const { notices } = reportCard({ ...facts, rows: [] }, { fetchedAt, fromCache: false })
  const { metrics = [], dimensions = [] } = request.input
  const by = dimensions.length === 0 ? "" : ` by ${dimensions.join(", ")}`
  const title = metrics.length === 0 ? dimensions.join(", ") : `${metrics.map(metricName).join(", ")}${by}`
  return { title, subtitle, notices, sections: [], fetchedAt, fromCache: false }
})

const subtitleOf = (property: string, { input }: ReportRequest, rest: string): string => {
  const range = input.range ?? DEFAULT_RANGE
  return [property, input.compare === true ? `${range}, with the previous period` : range, rest].join(" · ")
}

/** A row may have its counterpart among the rows that were not read. */
const incomparable = (read: number) => {
  const message = `needs every row, and only the first ${number(read)} can be read: narrow --range or --filter, or use fewer --dimensions`
  const { nothing: _, ...reason } = invalidReason([{ field: "--compare", message }])
  return new ProviderError({ provider: "analytics", operation: "report", reason })
}

const rowCount = (count: number): string => `${number(count)} ${count === 1 ? "row" : "rows"}`

/**
 * The rows of a report whose number may not be known: see `Facts.rowCount`.
 * @param own those that were read, without the ones that say 0 for a day outside of their period
 */
const countOf = (isWhole: boolean, input: ReportRequest["input"], own: number, total: number): string =>
  rangesOf(input).length > 1 && !isWhole ? `more than ${rowCount(own)}` : rowCount(total)

const tableAnswer = Effect.fnUntraced(function* (
  property: string,
  request: ReportRequest,
  account: string | undefined
) {
  const { input, limit, chart: kind } = request
  let part: ReportColumns | undefined
  const isCompared = input.compare === true
  const reading = runReport({ ...input, property }, account, (one) => Effect.sync(() => void (part = one)))
  const facts = yield* isCompared ? Effect.provideService(reading, TimeLimit, PART_LIMIT) : reading
  const readCount = part?.columns[0]?.values.length ?? 0
  if (isCompared && readCount < facts.rowCount) return yield* incomparable(readCount)
  const all = part === undefined ? [] : entriesOf(part, isCompared ? input : undefined)
  const entries = all.slice(0, limit)
  const columns = shownColumns(part?.columns ?? [], isCompared)
  const plainColumns = (part?.columns ?? []).map(({ name, kind: of, type }) => ({
    name,
    kind: of,
    ...(type !== undefined && { type })
  }))
  const rowsOf = (some: typeof all) =>
    some.flatMap(({ current, previous }) => [current, previous].filter((row) => row !== undefined))
  // Rows that say 0 for a day outside of their period were read, but are no entries.
  const total = isCompared ? all.length : facts.rowCount - (readCount - all.length)
  const isWhole = readCount >= facts.rowCount
  const count = countOf(isWhole, input, all.length, total)
  const isCut = entries.length < total || !isWhole
  const chart =
    kind === undefined ? undefined : chartOf(kind, columns, all, { facts, total, filter: input.filter, isCompared })
  const answer: CommandAnswer = {
    json: {
      property,
      columns: plainColumns,
      rows: rowsOf(entries),
      ...facts,
      rowCount: facts.rowCount - (readCount - rowsOf(all).length)
    },
    card: {
      ...(yield* cardOf(facts, subtitleOf(property, request, count), request)),
      ...(chart !== undefined && { chart })
    },
    ...(entries.length > 0 && { table: tableOf(columns, entries, facts, isCompared) }),
    footer: [
      ...(isCut ? [`${number(entries.length)} of ${count}: --limit shows more, --csv FILE writes all.`] : []),
      ...(kind !== undefined && chart === undefined ? ["No chart: at least two rows are needed."] : []),
      ...dayLine(facts),
      ...quotaLine(facts.quota)
    ]
  }
  return answer
})

const fileAnswer = Effect.fnUntraced(function* (
  property: string,
  request: ReportRequest,
  { format, target }: FileRequest,
  account: string | undefined
) {
  const files = yield* OutputFiles
  const { input } = request
  const names = [...(input.dimensions ?? []), ...(input.metrics ?? []).map(metricName)]
  const { facts, rows, zeros, bytes } = yield* files.write(target, (write) =>
    Effect.gen(function* () {
      const { take, end } = exporting(format, names, write)
      const reportFacts = yield* Effect.provideService(
        runReport({ ...input, property }, account, take),
        TimeLimit,
        PART_LIMIT
      )
      return { facts: reportFacts, ...(yield* end) }
    })
  )
  const isWhole = rows + zeros >= facts.rowCount
  const answer: CommandAnswer = {
    json: { property, file: target.path, format, rows, bytes, ...facts, rowCount: facts.rowCount - zeros },
    card: yield* cardOf(
      facts,
      subtitleOf(property, request, `${rowCount(rows)}, ${number(bytes)} bytes in ${target.path}`),
      request
    ),
    footer: [
      ...(isWhole ? [] : [`${number(rows)} of ${countOf(isWhole, input, rows, facts.rowCount)} were written.`]),
      ...(zeros > 0 ? [`Left out: ${rowCount(zeros)} that say 0 for a day outside of their period.`] : []),
      ...dayLine(facts),
      ...quotaLine(facts.quota)
    ]
  }
  return answer
})

export const report: CommandHandler<Flags> = Effect.fnUntraced(function* (flags, { account }) {
  const request = yield* Effect.fromResult(requestOf(flags))
  const { file } = request
  const property = propertyName(request.property ?? (yield* onlyProperty(account)))
  return yield* file === undefined
    ? tableAnswer(property, request, account)
    : fileAnswer(property, request, file, account)
})
