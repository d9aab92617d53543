import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../client/Analytics.ts"
import * as Reports from "../client/reports/Reports.ts"
import { Facts, Row } from "../schema/Report.ts"
import { scopes } from "../vendors.ts"
import { inParts, PartTaker } from "./parts/whole-report.ts"

/** Rows where no limit is asked for. */
const ROWS = 100
/** Space for what stands beside the rows. */
const BESIDE_BYTES = 3000

export const runReports = ToolStep.over(Operation.without(Reports.run, ["keepEmptyRows", "currencyCode"]), {
  id: "analytics_run_reports",
  title: "Run Reports",
  description:
    "Figures of a property by dimensions, 100 rows by default. Read quality before you trust them. Fewer dimensions and shorter ranges cost less quota.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [scopes.read],
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota" },
  own: { max_kb: AnswerSize.maxKb },
  output: Schema.Struct({ rows: Schema.Array(Row), ...Facts.fields, ...Listing.cuts }),
  run: Effect.fnUntraced(function* (input, own) {
    const { reports } = yield* Analytics
    const take = yield* PartTaker
    if (take !== undefined) return { rows: [], ...(yield* inParts(reports, input, take)) }
    const { rows, columns: _, ...facts } = yield* reports.run({ limit: ROWS, ...input })
    const room = Math.max(1000, AnswerSize.limitOf(own) - BESIDE_BYTES)
    const { items, left_out = [] } = Listing.fitted("rows", rows, room)
    const end = (input.offset ?? 0) + items.length
    const rest = facts.rowCount - end
    const more = rest > 0 && items.length === rows.length ? [`rows: ${rest} of ${facts.rowCount} follow`] : []
    return {
      rows: items,
      ...facts,
      ...(left_out.length + more.length > 0 && { left_out: [...left_out, ...more] }),
      ...(rest > 0 && items.length > 0 && { next: { ...input, ...own, offset: end } })
    }
  })
})
