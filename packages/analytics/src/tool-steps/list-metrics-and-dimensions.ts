import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"
import * as Listing from "@inlay/agent-plugin/Listing"
import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Analytics } from "../client/Analytics.ts"
import { metadata } from "../client/reports/Reports.ts"
import type { MetricMetadata } from "../schema/Metadata.ts"
import { scopes } from "../vendors.ts"
import { fitted, holds } from "./parts/fitting.ts"

const Item = Schema.Struct({
  name: Schema.String,
  kind: Schema.Literals(["dimension", "metric"]),
  description: Schema.optionalKey(Schema.String),
  /** Why the account cannot see the metric. Reports contain zeros instead. */
  blocked: Schema.optionalKey(Schema.Array(Schema.String))
})

const itemOf =
  (kind: "dimension" | "metric") =>
  ({ apiName, description, blockedReasons }: MetricMetadata): typeof Item.Type => ({
    name: apiName,
    kind,
    ...(typeof description === "string" && { description }),
    ...(blockedReasons !== undefined && blockedReasons !== null && { blocked: blockedReasons })
  })

export const listMetricsAndDimensions = ToolStep.over(metadata, {
  id: "analytics_list_metrics_and_dimensions",
  title: "List Metrics and Dimensions",
  description: "Fields that a property's reports can have, custom ones included. Costs quota once a day.",
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  scopes: [scopes.read],
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota, once a day" },
  own: {
    query: Schema.optionalKey(Schema.String),
    skip: Schema.optionalKey(Schema.Int),
    max_kb: AnswerSize.maxKb
  },
  output: Schema.Struct({ items: Schema.Array(Item), total: Schema.Int, ...Listing.cuts }),
  run: Effect.fnUntraced(function* (input, own) {
    const { reports } = yield* Analytics
    const { dimensions, metrics } = yield* reports.metadata(input)
    const items = [...(metrics ?? []).map(itemOf("metric")), ...(dimensions ?? []).map(itemOf("dimension"))]
    return fitted(
      items.filter(({ name, description }) => holds(own.query, name, description)),
      { ...input, ...own }
    )
  })
})
