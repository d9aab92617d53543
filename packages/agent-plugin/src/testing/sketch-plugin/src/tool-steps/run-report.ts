import { invalid } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import * as ToolStep from "../../../../steps/ToolStep.ts"
import { decoded, runReport as operation, Sketch } from "../client/Sketch.ts"

const DEFAULT_DAYS = 28

export const runReport = ToolStep.over(operation, {
  id: "sketch_run_report",
  title: "Run Report",
  description: "One figure of a property by day, the last 28 days unless said otherwise. Costs units of its quota.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: ["reports.read"],
  cost: { unit: "quota", upTo: null, note: "units of the property's quota" },
  run: Effect.fnUntraced(function* (input) {
    const { data, settings } = yield* Sketch
    const property = input.property ?? settings.property
    if (property === undefined) {
      return yield* invalid("sketch", operation.name, [{ field: "property", message: "is required" }])
    }
    const answer = yield* data.call({
      operation: operation.name,
      method: "POST",
      endpoint: `v1/properties/${property}:report`,
      body: { metric: input.metric, days: input.days ?? DEFAULT_DAYS },
      changes: false
    })
    return yield* decoded(operation.name, operation.output)(answer)
  })
})
