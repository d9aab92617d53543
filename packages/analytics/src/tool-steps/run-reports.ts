import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import { Progress } from "@inlay/agent-plugin/Caller"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../client/Analytics.ts"
import { minutesIn } from "../schema/RealtimeReport.ts"
import { MAX_ROWS } from "../schema/report-fields.ts"
import { Facts, Row, Value } from "../schema/Report.ts"
import { scopes } from "../vendors.ts"
import { report, run } from "./parts/any-report.ts"
import { readPage } from "./parts/report-page.ts"
import { inOnePart, inParts, PartTaker } from "./parts/whole-report.ts"

export const runReports = ToolStep.over(report, {
  id: "analytics_run_reports",
  title: "Run Reports",
  description:
    "Report on a property, 100 rows by default. Read quality before trusting them. Fewer dimensions and days cost less.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [scopes.read],
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota" },
  own: { columns: Schema.optionalKey(Schema.Boolean), max_kb: AnswerSize.maxKb },
  output: Schema.Struct({
    rows: Schema.optionalKey(Schema.Array(Row)),
    /** Values by column name, if requested. This takes a third of the text. */
    columns: Schema.optionalKey(Schema.Record(Schema.String, Schema.Array(Value))),
    ...Facts.fields,
    ...Listing.cuts
  }),
  run: Effect.fnUntraced(function* (input, own) {
    const take = yield* PartTaker
    if (take !== undefined) {
      const { reports } = yield* Analytics
      const isRealtime = minutesIn(input.range) !== undefined
      const facts = isRealtime
        ? yield* inOnePart(run({ limit: MAX_ROWS, ...input }), take)
        : yield* inParts(reports, input, take)
      return { rows: [], ...facts }
    }
    const tell = yield* Progress
    yield* tell({ done: 0, text: `requesting the report of ${input.property}` })
    const page = yield* readPage(input, own.columns === true, AnswerSize.limitOf(own))
    const { whole, part, left_out, end, next, isLast, rowCount } = page
    yield* tell({ done: end, total: Math.max(end, rowCount), text: "rows" })
    const goesOn = !isLast && end > (input.offset ?? 0) && minutesIn(input.range) === undefined
    const { rows: _rows, columns: _columns, ...facts } = whole
    return {
      ...part,
      ...facts,
      rowCount,
      ...(left_out.length > 0 && { left_out }),
      ...(goesOn && { next: { ...input, ...own, ...next, offset: end } })
    }
  })
})
