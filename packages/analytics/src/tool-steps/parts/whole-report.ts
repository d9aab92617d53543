/**
 * Passes all rows of a report, part by part, to a program that takes them, in place of the rows that fit into an
 * agent's answer.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

import type { Reports } from "../../client/reports/Reports.ts"
import type { Quota } from "../../schema/Quota.ts"
import { MAX_ROWS } from "../../schema/report-fields.ts"
import type { Facts, Report, ReportColumns, ReportInput } from "../../schema/Report.ts"
import { rangesOf } from "../../wire/reports/bodies.ts"

/** Takes one part. */
export type TakePart = (part: ReportColumns) => Effect.Effect<void, ProviderError>

/** The function that takes the parts of a report. Undefined by default. */
export const PartTaker = Context.Reference<TakePart | undefined>("@inlay/analytics/PartTaker", {
  defaultValue: () => undefined
})

/** The quota status of several parts: total usage, and the remaining amounts of the last part. */
export const quotaOf = (before: Quota | undefined, last: Quota | undefined): Quota | undefined => {
  if (before === undefined || last === undefined) return last ?? before
  const sums = Object.entries(last).map(([name, status]) => {
    const earlier = before[name as keyof Quota]?.consumed ?? 0
    return [name, status === null ? null : { ...status, consumed: earlier + (status?.consumed ?? 0) }]
  })
  return Object.fromEntries(sums) as Quota
}

const NO_FACTS: Facts = { rowCount: 0, quality: {} }

const factsOf = (part: ReportColumns, before: Facts): Facts => {
  const { columns: _, ...facts } = part
  if (before === NO_FACTS) return facts
  const quota = quotaOf(before.quota, facts.quota)
  return { ...before, quality: { ...before.quality, ...facts.quality }, ...(quota !== undefined && { quota }) }
}

/** Passes on a report that is read as rows, such as one of the last minutes, which has no parts. */
export const inOnePart = Effect.fnUntraced(function* <R>(
  read: Effect.Effect<Report, ProviderError, R>,
  take: TakePart
) {
  const { rows, columns, ...facts } = yield* read
  const valuesOf = (name: string) => rows.map((row) => row[name] ?? "")
  yield* take({ ...facts, columns: columns.map((column) => ({ ...column, values: valuesOf(column.name) })) })
  return facts
})

/**
 * Reads a report to its end or up to its limit. A report of several periods is read in one part.
 * @returns everything in the report except its rows
 */
export const inParts = Effect.fnUntraced(function* (
  { all, columns }: Pick<Reports, "all" | "columns">,
  input: ReportInput,
  take: TakePart
) {
  const isOnePart = input.limit !== undefined || rangesOf(input).length > 1
  const pages = isOnePart ? Stream.fromEffect(columns({ limit: MAX_ROWS, ...input })) : all(input).pages
  return yield* Stream.runFoldEffect(
    pages,
    (): Facts => NO_FACTS,
    (facts, part) => Effect.as(take(part), factsOf(part, facts))
  )
})
