import type { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { routeOf, routes } from "../../tests/protocol/requests.ts"
import { reasonOf, report, service } from "../../tests/service.ts"

const { client, answer, asked, body } = service()

const PROPERTY = { name: "properties/1234", displayName: "Shop", timeZone: "Australia/Sydney", parent: "accounts/12" }
const KEY_EVENT = { name: "properties/1234/keyEvents/56", eventName: "purchase", countingMethod: "ONCE_PER_EVENT" }
const STREAM = { name: "properties/1234/dataStreams/78", type: "WEB_DATA_STREAM", displayName: "Site" }
const sessions = { property: "1234", metrics: ["sessions"], dimensions: ["country"] }

const say = (target: string, method: string): unknown => {
  if (/:batchRunReports/.test(target)) return { reports: [report([], [["sessions", "TYPE_INTEGER"]], [["1"]])] }
  if (/:batchRunPivot/.test(target)) return { pivotReports: [report([], [["sessions", "TYPE_INTEGER"]], [["1"]])] }
  if (/:run/.test(target)) return report(["country"], [["sessions", "TYPE_INTEGER"]], [["Australia", "1"]])
  if (/:checkCompatibility/.test(target)) return { metricCompatibilities: [{ compatibility: "COMPATIBLE" }] }
  if (target.endsWith("metadata")) return { dimensions: [{ apiName: "country" }], metrics: [{ apiName: "sessions" }] }
  if (/accountSummaries/.test(target)) return { accountSummaries: [{ account: "accounts/12" }] }
  if (method === "DELETE") return /(keyEvents|dataStreams)/.test(target) ? {} : PROPERTY
  if (/keyEvents(\?|$)/.test(target) && method === "GET") return { keyEvents: [KEY_EVENT] }
  if (/dataStreams(\?|$)/.test(target) && method === "GET") return { dataStreams: [STREAM] }
  if (/keyEvents/.test(target)) return KEY_EVENT
  if (/dataStreams/.test(target)) return STREAM
  return /properties\?/.test(target) ? { properties: [PROPERTY] } : PROPERTY
}

it("sends every operation of both services in the format of the official messages", async () => {
  answer(({ target, method }) => ({ body: say(target, method) }))
  const { reports, properties, keyEvents, dataStreams, accounts } = await client()
  const property = "properties/1234"
  const pivots = [{ fieldNames: ["country"], limit: 10, offset: 1, totals: true, order: ["-sessions"] }]
  await reports.run({
    ...sessions,
    metrics: ["sessions", "perUser = eventCount/activeUsers"],
    filter: 'country in ("Australia", "New Zealand") and sessions > 10 and perUser between 0.5 and 3',
    order: ["-sessions", "country"],
    limit: 10,
    offset: 5,
    totals: true,
    compare: true,
    currencyCode: "AUD",
    keepEmptyRows: true
  })
  await reports.realtime({ ...sessions, minutes: "29..15, 14..0", order: ["-sessions"], limit: 5, totals: true })
  await reports.pivot({ ...sessions, range: "today", pivots })
  await reports.batch({ property, reports: [{ metrics: ["sessions"] }] })
  await reports.batchPivot({ property, reports: [{ metrics: ["sessions"], dimensions: ["country"], pivots }] })
  const perUser = { name: "perUser", expression: "eventCount/activeUsers" }
  await reports.compatibility({ ...sessions, metrics: ["perUser = eventCount/activeUsers"], show: "COMPATIBLE" })
  expect(body()).toMatchObject({ metrics: [perUser] })
  await reports.metadata({ property })
  await accounts.page({ pageSize: 10 })
  await properties.page({ parent: "12", showDeleted: true, pageToken: "t" })
  await properties.get({ property })
  await properties.create({
    parent: "accounts/12",
    displayName: "Shop",
    timeZone: "Australia/Sydney",
    currencyCode: "AUD",
    industryCategory: "SHOPPING"
  })
  await properties.update({ property, displayName: "New", currencyCode: "NZD" })
  expect(asked().at(-1)?.target).toBe("/v1beta/properties/1234?updateMask=display_name%2Ccurrency_code")
  await properties.delete({ property })
  await keyEvents.page({ property })
  await keyEvents.get({ property, keyEventId: "56" })
  await keyEvents.create({ property, eventName: "purchase", defaultValue: { numericValue: 5, currencyCode: "AUD" } })
  expect(body()).toMatchObject({ countingMethod: "ONCE_PER_EVENT" })
  await keyEvents.update({ property, keyEventId: KEY_EVENT.name, countingMethod: "ONCE_PER_SESSION" })
  await keyEvents.delete({ property, keyEventId: "56" })
  await dataStreams.page({ property })
  await dataStreams.get({ property, dataStreamId: "78" })
  await dataStreams.create({ property, displayName: "Site", defaultUri: "https://www.example.com" })
  await dataStreams.create({ property, displayName: "App", type: "ANDROID_APP_DATA_STREAM", packageName: "a.b" })
  await dataStreams.create({ property, displayName: "App", type: "IOS_APP_DATA_STREAM", bundleId: "a.b" })
  await dataStreams.update({ property, dataStreamId: "78", defaultUri: "https://example.com", displayName: "New" })
  expect(asked().at(-1)?.target).toContain("updateMask=display_name%2Cweb_stream_data.default_uri")
  await dataStreams.delete({ property, dataStreamId: "78" })
  expect(new Set(asked().map(routeOf))).toEqual(new Set(routes))
})

describe("bad input", () => {
  const good = { property: "1234", metrics: ["sessions"] }
  const metrics = (count: number) => Array.from({ length: count }, (_, n) => `metric${n}`)
  it.each([
    ["properties/abc", { ...good, property: "properties/abc" }, "property", /properties\/1234/],
    ["the previous generation", { ...good, property: "UA-1" }, "property", /previous generation/],
    ["a measurement id", { ...good, property: "G-AB12CD34EF" }, "property", /measurement id.*properties\/1234/],
    ["start after end", { ...good, range: "2026-02-01..2026-01-01" }, "range", /starts after it ends/],
    ["start after end, relative", { ...good, range: "yesterday..28daysAgo" }, "range", /starts after it ends/],
    ["30dayAgo", { ...good, range: "30dayAgo..today" }, "range", /write 30daysAgo/],
    ["a day that does not exist", { ...good, range: "2026-02-30" }, "range", /not a calendar day/],
    ["11 metrics", { ...good, metrics: metrics(11) }, "metrics", /at most 10/],
    ["10 dimensions", { ...good, dimensions: metrics(10) }, "dimensions", /at most 9/],
    ["5 ranges", { ...good, range: "today,today,today,today,today" }, "range", /at most 4/],
    ["limit 250,001", { ...good, limit: 250_001 }, "limit", /250000/],
    ["a filter that cannot be read", { ...good, filter: "sessions >" }, "filter", /character 11.*number/],
    ["an order by what is not shown", { ...good, order: ["-country"] }, "order", /country/],
    ["no columns", { property: "1" }, "metrics", /must name a metric/],
    ["a metric twice", { ...good, metrics: ["sessions", "sessions"] }, "metrics", /twice/],
    ["a comparison of two ranges", { ...good, compare: true, range: "today,yesterday" }, "compare", /one range/],
    ["an unknown field", { ...good, dateRange: "today" }, "dateRange", /not a field/]
  ])("%s is refused before sending", async (_, input, field, words) => {
    const reason = await reasonOf((await client()).reports.run(input))
    expect(reason).toMatchObject({ _tag: "Invalid", fields: [{ field, message: expect.stringMatching(words) }] })
    expect(asked()).toEqual([])
  })

  it("is the name of a key event or data stream of another property", async () => {
    answer(({ target, method }) => ({ body: say(target, method) }))
    const { keyEvents, dataStreams } = await client()
    const ofOther = { property: "1234", keyEventId: "properties/5/keyEvents/56" }
    const stream = { property: "1234", dataStreamId: "properties/5/dataStreams/78" }
    for (const [call, field] of [
      [() => keyEvents.get(ofOther), "keyEventId"],
      [() => keyEvents.update({ ...ofOther, countingMethod: "ONCE_PER_EVENT" }), "keyEventId"],
      [() => keyEvents.delete(ofOther), "keyEventId"],
      [() => dataStreams.get(stream), "dataStreamId"],
      [() => dataStreams.update({ ...stream, displayName: "New" }), "dataStreamId"],
      [() => dataStreams.delete(stream), "dataStreamId"]
    ] as const) {
      expect(await reasonOf(call())).toMatchObject({
        _tag: "Invalid",
        fields: [{ field, message: "is of properties/5, not of properties/1234" }]
      })
    }
    expect(asked()).toEqual([])
    await keyEvents.get({ property: "1234", keyEventId: "properties/1234/keyEvents/56" })
    expect(asked()).toHaveLength(1)
  })

  it("is not a name in a script other than Latin", async () => {
    answer(({ target, method }) => ({ body: say(target, method) }))
    const { keyEvents, reports } = await client()
    await keyEvents.create({ property: "1", eventName: "köp_klart" })
    expect(body()).toMatchObject({ eventName: "köp_klart" })
    await reports.run({
      ...good,
      metrics: ["keyEvents:購入"],
      dimensions: ["customEvent:größe"],
      order: ["-keyEvents:購入"]
    })
    expect(body()).toMatchObject({ metrics: [{ name: "keyEvents:購入" }], dimensions: [{ name: "customEvent:größe" }] })
  })

  it("in the settings is refused before sending, with every field in one error", async () => {
    const { properties, keyEvents, dataStreams, reports } = await client()
    const wrong = { parent: "x", displayName: " ", timeZone: "Sydney", currencyCode: "AUDD" }
    const fields = async (call: Promise<unknown>) => {
      const reason = await reasonOf(call)
      return reason._tag === "Invalid" ? reason.fields.map(({ field }) => field) : reason
    }
    expect(await fields(properties.create(wrong))).toEqual(["parent", "displayName", "timeZone", "currencyCode"])
    expect(await fields(properties.update({ property: "1" }))).toEqual([""])
    expect(await fields(keyEvents.create({ property: "1", eventName: "my event" }))).toEqual(["eventName"])
    expect(await fields(dataStreams.create({ property: "1", displayName: "Site" }))).toEqual(["defaultUri"])
    expect(await fields(dataStreams.create({ property: "1", displayName: "S", defaultUri: "site" }))).toEqual([
      "defaultUri"
    ])
    for (const type of ["DESKTOP", "constructor", "__proto__"]) {
      const stream = {
        property: "1",
        displayName: "S",
        type: type as "WEB_DATA_STREAM",
        defaultUri: "https://a.example"
      }
      expect(await fields(dataStreams.create(stream))).toEqual(["type"])
    }
    expect(
      await fields(reports.batch({ property: "1", reports: [1, 2, 3, 4, 5, 6].map(() => ({ metrics: ["a"] })) }))
    ).toEqual(["reports"])
    expect(await fields(reports.batch({ property: "1", reports: [] }))).toEqual(["reports"])
    expect(await fields(reports.batchPivot({ property: "1", reports: [] }))).toEqual(["reports"])
    expect(await fields(reports.batch({ property: "1", reports: [{}] }))).toEqual(["reports.0.metrics"])
    expect(await fields(reports.realtime({ ...good, minutes: "29..0,9..0,5..0" }))).toEqual(["minutes"])
    const pivots = [
      { fieldNames: ["country"], limit: 1000 },
      { fieldNames: ["city"], limit: 1000 }
    ]
    expect(await fields(reports.pivot({ ...good, dimensions: ["country", "city"], pivots }))).toEqual(["pivots"])
    const [pivot] = pivots.slice(0, 1)
    const without = { property: "1", dimensions: ["country"], pivots: [{ ...pivot!, limit: 1 }] }
    expect(await fields(reports.pivot(without))).toEqual(["metrics"])
    expect(asked()).toEqual([])
  })
})

it("says where to look after a change whose response cannot be read, and nothing of that after a read", async () => {
  answer(({ target }) => ({ body: /accountSummaries/.test(target) ? {} : { displayName: 7 } }))
  const { properties, keyEvents } = await client()
  const lookAt = async (call: Promise<unknown>) => {
    const { outcome, reason } = (await call.catch((error: unknown) => error)) as ProviderError
    return [reason._tag, outcome, reason.remedy?.to === "lookFirst" ? reason.remedy.at : undefined]
  }
  const shop = { parent: "12", displayName: "Shop", timeZone: "Australia/Sydney", currencyCode: "AUD" }
  expect(await lookAt(properties.create(shop))).toEqual(["Decode", "unknown", "the properties of accounts/12"])
  const created = keyEvents.create({ property: "1234", eventName: "purchase" })
  expect(await lookAt(created)).toEqual(["Decode", "unknown", "the key events of properties/1234"])
  expect(await lookAt(properties.get({ property: "1234" }))).toEqual(["Decode", undefined, undefined])
})

it("takes a response with none of its fields for something else, not for an empty one", async () => {
  answer(() => ({ body: { status: "under maintenance" } }))
  const { reports, accounts } = await client()
  const property = "1234"
  const pivots = [{ fieldNames: ["country"], limit: 10 }]
  for (const call of [
    () => reports.run(sessions),
    () => reports.realtime(sessions),
    () => reports.pivot({ ...sessions, pivots }),
    () => reports.metadata({ property }),
    () => reports.compatibility(sessions),
    () => accounts.page({})
  ]) {
    expect(await reasonOf(call())).toMatchObject({ _tag: "Decode" })
  }
  answer(() => ({ body: {} }))
  expect(await reports.run(sessions)).toMatchObject({ rows: [] })
  expect(await accounts.page({})).toEqual({ items: [] })
  answer(() => ({ body: { kind: "analyticsData#runReport" } }))
  expect(await reports.run(sessions)).toMatchObject({ rows: [] })
})
