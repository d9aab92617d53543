/** Runs a report of days or, depending on its range, of the last minutes. */
import * as Operation from "@inlay/core-http/Operation"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../../client/Analytics.ts"
import * as Reports from "../../client/reports/Reports.ts"
import { anyRange, minutesIn, realtimeRules } from "../../schema/RealtimeReport.ts"
import { reportRules } from "../../schema/Report.ts"

/** Fields that realtime reports do not support. */
const DAYS_ONLY = ["offset", "compare", "currencyCode"] as const

const { range: _, keepEmptyRows: __, ...fields } = Reports.run.input.fields

export const report = Operation.make({
  ...Reports.run,
  input: Schema.Struct({
    ...fields,
    range: Schema.optionalKey(
      anyRange("START..END or one day, up to 4 by commas; or realtime. Default 28daysAgo..yesterday")
    )
  }),
  across: (input) =>
    minutesIn(input["range"]) === undefined
      ? reportRules(input)
      : [
          ...realtimeRules(input),
          ...DAYS_ONLY.filter((field) => input[field] !== undefined && input[field] !== false).map((field) => ({
            field,
            message: "is not supported for real-time reports"
          }))
        ]
})

export type Input = Operation.Input<typeof report>

export const run = Effect.fnUntraced(function* (input: Input) {
  const { reports } = yield* Analytics
  const minutes = minutesIn(input.range)
  if (minutes === undefined) return yield* reports.run(input)
  const { range: _range, offset: _offset, compare: _compare, currencyCode: _currencyCode, ...rest } = input
  return yield* reports.realtime({ ...rest, ...(minutes !== "" && { minutes }) })
})
