import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import { invalidReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Analytics, type AnalyticsClient } from "../client/Analytics.ts"
import * as KeyEvents from "../client/KeyEvents.ts"
import { print } from "../schema/filter/print.ts"
import type { NewKeyEvent } from "../schema/KeyEvent.ts"
import { scopes } from "../vendors.ts"
import { failed } from "../wire/service.ts"

/**
 * Whether the event was collected in the last year or the last minutes. The daily data does not yet contain the last
 * minutes.
 */
const isCollected = Effect.fnUntraced(function* ({ reports }: AnalyticsClient, { property, eventName }: NewKeyEvent) {
  const filter = print({ _tag: "Text", field: "eventName", operator: "==", value: eventName })
  const query = { property, metrics: ["eventCount"], dimensions: ["eventName"], filter, limit: 1 }
  const days = yield* reports.run({ ...query, range: "365daysAgo..today" })
  return days.rowCount > 0 || (yield* reports.realtime(query)).rowCount > 0
})

export const createKeyEvents = ToolStep.over(Operation.without(KeyEvents.create, ["defaultValue"]), {
  id: "analytics_create_key_events",
  title: "Create Key Events",
  description: "Mark a collected event as a key event, formerly conversion. Costs some quota.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [scopes.edit],
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota, to see whether the event is collected" },
  run: Effect.fnUntraced(function* (input) {
    const client = yield* Analytics
    if (yield* isCollected(client, input)) return yield* client.keyEvents.create(input)
    const message = "is not collected by this property; only a collected event can be a key event"
    return yield* failed(KeyEvents.create.name, {
      ...invalidReason([{ field: "eventName", message }]),
      nothing: "changed"
    })
  })
})
