import * as ToolStep from "@inlay/agent-plugin/ToolStep"
import * as Operation from "@inlay/core-http/Operation"
import { invalidReason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Analytics, type AnalyticsClient } from "../client/Analytics.ts"
import * as KeyEvents from "../client/KeyEvents.ts"
import { print } from "../schema/filter/print.ts"
import type { NewKeyEvent } from "../schema/KeyEvent.ts"
import type { Report } from "../schema/Report.ts"
import { scopes } from "../vendors.ts"
import { providerError } from "../wire/service.ts"

/** The most spellings of one name that are read. */
const MAX_SPELLINGS = 100

/**
 * The spellings in which the event was collected in the last year or, if the given one is not among them, in the last
 * minutes, which the daily data does not yet contain. Filters ignore case, but the names of events do not:
 * https://support.google.com/analytics/answer/13316687
 * @returns undefined if that is unknown: a report of many names has rare ones in its row "(other)", which no filter finds
 */
const collectedSpellings = Effect.fnUntraced(function* (
  { reports }: AnalyticsClient,
  { property, eventName }: NewKeyEvent
) {
  const filter = print({ _tag: "Text", field: "eventName", operator: "==", value: eventName })
  const query = { property, metrics: ["eventCount"], dimensions: ["eventName"], filter, limit: MAX_SPELLINGS }
  const spellingsIn = ({ rows }: Report) => rows.map((row) => String(row["eventName"]))
  const ofYear = yield* reports.run({ ...query, range: "365daysAgo..today" })
  const ofDays = spellingsIn(ofYear)
  if (ofDays.includes(eventName)) return ofDays
  const all = [...new Set([...ofDays, ...spellingsIn(yield* reports.realtime(query))])]
  return ofYear.quality.otherRow === true && all.length === 0 ? undefined : all
})

export const createKeyEvents = ToolStep.over(Operation.without(KeyEvents.create, ["defaultValue"]), {
  id: "analytics_create_key_events",
  title: "Create Key Events",
  description: "Mark a collected event as a key event, formerly conversion. Costs quota.",
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  scopes: [scopes.edit],
  cost: { unit: "quota", upTo: null, note: "tokens of the property's quota, to see whether the event is collected" },
  run: Effect.fnUntraced(function* (input) {
    const client = yield* Analytics
    const spellings = yield* collectedSpellings(client, input)
    if (spellings === undefined || spellings.includes(input.eventName)) return yield* client.keyEvents.create(input)
    const message =
      spellings.length === 0
        ? "is not collected by this property; only a collected event can be a key event"
        : `is not collected in this spelling, and case matters: perhaps ${spellings.join(", ")}`
    return yield* providerError(KeyEvents.create.name, {
      ...invalidReason([{ field: "eventName", message }]),
      nothing: "changed",
      ...(spellings.length > 0 && { remedy: { to: "chooseName", names: spellings } })
    })
  })
})
