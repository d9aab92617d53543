/** Reads reports of any size in parts, as they are consumed. */
import type * as Operation from "@inlay/core-http/Operation"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { MAX_ROWS } from "../../schema/report-fields.ts"
import type { ReportColumns, ReportInput, Row } from "../../schema/Report.ts"
import { rangesOf } from "../../wire/reports/bodies.ts"
import { recordsOf } from "../../wire/reports/values.ts"

/** A whole report. */
export interface ReportPages {
  /** The parts, by columns. Each contains the total number of rows. */
  readonly pages: Stream.Stream<ReportColumns, ProviderError>
  readonly rows: Stream.Stream<Row, ProviderError>
}

/** The rows of a part. */
export const rowsOf = ({ columns }: ReportColumns): ReadonlyArray<Row> =>
  recordsOf(
    columns,
    columns.map(({ values }) => values),
    columns[0]?.values.length ?? 0
  )

/**
 * Reads the parts of a report, starting at its offset. `limit` is the size of a part; it defaults to 250,000.
 * @param read reads one part
 */
export const allOver =
  <F extends Schema.Struct.Fields, O>(
    operation: Operation.Operation<F, O>,
    read: (input: ReportInput) => Effect.Effect<ReportColumns, ProviderError>
  ) =>
  (input: ReportInput): ReportPages => {
    const { offset: first = 0, limit = MAX_ROWS } = input
    const pages = Stream.paginate(first, (offset) => {
      // The service does not guarantee the order of the rows of several periods across pages.
      if (rangesOf(input).length > 1) {
        const field = input.compare === true ? "compare" : "range"
        const message = "has several ranges, which have no parts"
        return Effect.fail(invalid(operation.provider, operation.name, [{ field, message }]))
      }
      return Effect.map(read({ ...input, offset, limit }), (report) => {
        const count = report.columns[0]?.values.length ?? 0
        const next = offset + count
        // An empty part before the end would otherwise be requested forever.
        return [[report], count === 0 || next >= report.rowCount ? Option.none<number>() : Option.some(next)] as const
      })
    })
    return { pages, rows: Stream.flatMap(pages, (report) => Stream.fromIterable(rowsOf(report))) }
  }
