/**
 * Scenarios: every method of the client, each tool step with the sandbox's examples, and requests that are invalid on
 * purpose.
 */
import * as Stream from "effect/Stream"

import type { Scenario } from "./drive.ts"

const property = "320101"
const sessions = { property, metrics: ["sessions"], dimensions: ["country"] }
const pivots = [{ fieldNames: ["country"], limit: 10, totals: true, order: ["-sessions"] }]

const reports: Scenario = async ({ client }) => {
  await client(({ reports: { run } }) =>
    run({
      ...sessions,
      metrics: ["sessions", "perUser = eventCount/activeUsers"],
      filter:
        'country in ("Australia", "New Zealand") and not (city contains "x" or hour between 1 and 3) and sessions > 10',
      order: ["-sessions", "country"],
      limit: 10,
      offset: 1,
      totals: true,
      compare: true,
      currencyCode: "NZD",
      keepEmptyRows: true
    })
  )
  await client(({ reports: { run } }) =>
    run({ ...sessions, range: "first=30daysAgo..20daysAgo, 2026-09-01..2026-09-30" })
  )
  await client(({ reports: { run } }) => run({ ...sessions, metrics: ["sesions"] }), "Invalid")
  await client(({ reports: { run } }) => run({ ...sessions, property: "320103" }))
  await client(({ reports: { columns } }) => columns(sessions))
  await client(({ reports: { all } }) => Stream.runCount(all({ ...sessions, limit: 5 }).rows))
  await client(({ reports: { realtime } }) =>
    realtime({
      ...sessions,
      metrics: ["activeUsers"],
      minutes: "29..15, 14..0",
      order: ["-activeUsers"],
      limit: 5,
      totals: true
    })
  )
  await client(({ reports: { pivot } }) => pivot({ ...sessions, range: "7daysAgo..yesterday", pivots }))
  await client(({ reports: { batch } }) =>
    batch({ property, reports: [{ metrics: ["sessions"] }, { dimensions: ["city"] }] })
  )
  await client(({ reports: { batchPivot } }) =>
    batchPivot({ property, reports: [{ metrics: ["sessions"], dimensions: ["country"], pivots }] })
  )
  await client(({ reports: { compatibility } }) => compatibility({ ...sessions, show: "COMPATIBLE" }))
  await client(({ reports: { metadata } }) => metadata({ property }))
}

const settings: Scenario = async ({ client }) => {
  await client(({ accounts }) => accounts.page({ pageSize: 1 }))
  await client(({ accounts }) => Stream.runCount(accounts.list({}).items))
  await client(({ properties }) => properties.page({ parent: "110001", showDeleted: true, pageSize: 2 }))
  await client(({ properties }) => Stream.runCount(properties.list({ parent: "accounts/110001", pageSize: 1 }).items))
  await client(({ properties }) => properties.get({ property }))
  await client(({ properties }) => properties.get({ property: "999" }), "Forbidden")
  const field = await client(({ properties }) =>
    properties.create({
      parent: "accounts/110001",
      displayName: "Outlet",
      timeZone: "Australia/Hobart",
      currencyCode: "AUD",
      industryCategory: "SHOPPING"
    })
  )
  const name = field("name")
  await client(({ properties }) => properties.update({ property: name, displayName: "New", currencyCode: "NZD" }))
  const event = await client(({ keyEvents }) =>
    keyEvents.create({ property, eventName: "file_download", defaultValue: { numericValue: 5, currencyCode: "AUD" } })
  )
  const keyEventId = event("name")
  await client(({ keyEvents }) => keyEvents.create({ property, eventName: "file_download" }), "Conflict")
  await client(({ keyEvents }) => keyEvents.page({ property, pageSize: 1 }))
  await client(({ keyEvents }) => Stream.runCount(keyEvents.list({ property, pageSize: 1 }).items))
  await client(({ keyEvents }) => keyEvents.get({ property, keyEventId }))
  await client(({ keyEvents }) => keyEvents.update({ property, keyEventId, countingMethod: "ONCE_PER_SESSION" }))
  await client(({ keyEvents }) => keyEvents.delete({ property, keyEventId }))
  const stream = await client(({ dataStreams }) =>
    dataStreams.create({ property: name, displayName: "Site", defaultUri: "https://www.example.com" })
  )
  const dataStreamId = stream("name")
  await client(({ dataStreams }) =>
    dataStreams.create({
      property: name,
      displayName: "App",
      type: "ANDROID_APP_DATA_STREAM",
      packageName: "com.example.app"
    })
  )
  await client(({ dataStreams }) =>
    dataStreams.create({ property: name, displayName: "App", type: "IOS_APP_DATA_STREAM", bundleId: "com.example.app" })
  )
  await client(({ dataStreams }) => dataStreams.page({ property: name, pageSize: 1 }))
  await client(({ dataStreams }) => Stream.runCount(dataStreams.list({ property: name, pageSize: 1 }).items))
  await client(({ dataStreams }) => dataStreams.get({ property: name, dataStreamId }))
  await client(({ dataStreams }) =>
    dataStreams.update({ property: name, dataStreamId, displayName: "New", defaultUri: "https://example.com" })
  )
  await client(({ dataStreams }) => dataStreams.delete({ property: name, dataStreamId }))
  await client(({ properties }) => properties.delete({ property: name }))
  await client(({ call }) => call({ operation: "apiCall", method: "GET", endpoint: `v1beta/properties/${property}` }))
}

const steps: Scenario = async ({ step, examples }) => {
  for (const [id, { match }] of Object.entries(examples)) {
    for (const input of match) await step(id, input)
  }
  await step("analytics_run_reports", { ...sessions, range: "realtime", metrics: ["activeUsers"] })
  await step("analytics_list_properties", {})
  await step("analytics_list_metrics_and_dimensions", { property })
  const body = { ...reportBody, pivots: [{ fieldNames: ["country"], limit: "5" }], dimensions: [{ name: "country" }] }
  await step("analytics_api_call", { method: "POST", endpoint: `v1beta/properties/${property}:runPivotReport`, body })
  await step("analytics_api_call", {
    method: "POST",
    endpoint: `v1beta/properties/${property}:batchRunReports`,
    body: { requests: [reportBody] }
  })
}

/** A new step needs no line above: it is run with the fields that it has in common with the examples. */
const otherSteps: Scenario = ({ otherSteps: run, examples }) =>
  run(Object.assign({}, ...Object.values(examples).flatMap(({ match }) => match)))

const reportBody = { dateRanges: [{ startDate: "7daysAgo", endDate: "yesterday" }], metrics: [{ name: "sessions" }] }
const run = `/v1beta/properties/${property}:runReport`

const badly: Scenario = async ({ raw, control }) => {
  await raw("data", "POST", run, { metrics: [{ nam: "sessions" }] })
  await raw("data", "POST", run, { ...reportBody, metricAggregations: ["SUM"] })
  await raw("data", "POST", run, { ...reportBody, limit: "-1" })
  await raw("data", "POST", run, "{")
  await raw("data", "POST", run, reportBody, "wrong-token")
  await raw("data", "POST", "/v1beta/properties/320901:runReport", reportBody)
  await raw("data", "GET", "/v1beta/properties/abc/metadata")
  await raw("admin", "GET", "/v1beta/properties")
  await raw("admin", "GET", "/v1beta/nothing")
  await raw("admin", "DELETE", "/v1beta/properties/320101/keyEvents/1")
  await raw("admin", "POST", "/v1beta/properties/320101/keyEvents", { eventName: "purchase" })
  await raw("admin", "PATCH", "/v1beta/properties/320101", { displayName: "No mask" })
  await raw("admin", "POST", "/v1beta/properties", { parent: "accounts/110001", displayName: "No zone" })
  await control("/quotas", { property: `properties/${property}`, consumed: { tokensPerHour: 40_000 } })
  await raw("data", "POST", run, reportBody)
  await control("/reset", {})
  await control("/settings", { disabledServices: "data" })
  await raw("data", "POST", run, reportBody)
  await control("/reset", {})
  for (const fault of ["server-error", "unavailable"]) {
    await control("/faults", { fault })
    await raw("data", "POST", run, reportBody)
  }
}

export const scenarios: ReadonlyArray<Scenario> = [reports, settings, steps, otherSteps, badly]
