// Runs the official clients over plain HTTP. They have no base path, request enums as numbers and send int64 as text.

import { v1beta } from "@google-analytics/admin"
import { BetaAnalyticsDataClient, protos } from "@google-analytics/data"
import { OAuth2Client } from "google-auth-library"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { type RunningSandbox, startSandbox } from "./index.ts"

const { MetricAggregation } = protos.google.analytics.data.v1beta

let sandbox: RunningSandbox
let data: BetaAnalyticsDataClient
let admin: InstanceType<typeof v1beta.AnalyticsAdminServiceClient>

beforeAll(async () => {
  sandbox = await startSandbox()
  const { hostname, port } = new URL(sandbox.origin)
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: sandbox.env.INLAY_ANALYTICS_ACCESS_TOKEN })
  const options = { fallback: true, protocol: "http", apiEndpoint: hostname, port: Number(port), authClient } as never
  data = new BetaAnalyticsDataClient(options)
  admin = new v1beta.AnalyticsAdminServiceClient(options)
})
beforeEach(async () => {
  await fetch(`${sandbox.control}/reset`, { method: "POST" })
})
afterAll(async () => {
  await Promise.all([data.close(), admin.close()])
  await sandbox.close()
})

const property = "properties/320101"
const week = [{ startDate: "7daysAgo", endDate: "yesterday" }]
const request = { property, dateRanges: week, metrics: [{ name: "sessions" }], dimensions: [{ name: "country" }] }

const calls = async () =>
  (
    (await (await fetch(`${sandbox.control}/calls`)).json()) as {
      readonly calls: ReadonlyArray<{ readonly operation: string; readonly query: string; readonly status: number }>
    }
  ).calls

describe("the Data API", () => {
  it("runs a report", async () => {
    const [report] = await data.runReport({
      ...request,
      limit: 2,
      offset: 1,
      metricAggregations: [MetricAggregation.TOTAL],
      returnPropertyQuota: true,
      dimensionFilter: { notExpression: { filter: { fieldName: "country", emptyFilter: {} } } },
      orderBys: [{ metric: { metricName: "sessions" }, desc: true }],
      metricFilter: {
        filter: { fieldName: "sessions", numericFilter: { operation: "GREATER_THAN", value: { int64Value: 1 } } }
      }
    })
    expect(report.rows).toHaveLength(2)
    expect(report.rows?.[0]?.dimensionValues?.[0]?.value).toBe("New Zealand")
    expect(report.totals).toHaveLength(1)
    expect(report.metricHeaders).toEqual([expect.objectContaining({ name: "sessions", type: "TYPE_INTEGER" })])
    expect(report.propertyQuota?.tokensPerDay?.remaining).toBe(199_998)
    expect((await calls())[0]).toMatchObject({ query: "$alt=json%3Benum-encoding=int", status: 200 })
  })

  it("runs a realtime report", async () => {
    const [report] = await data.runRealtimeReport({
      property,
      metrics: [{ name: "eventCount" }],
      dimensions: [{ name: "minutesAgo" }],
      minuteRanges: [{ startMinutesAgo: 9, endMinutesAgo: 0 }]
    })
    expect(report.rowCount).toBeGreaterThan(0)
    expect(report.rowCount).toBeLessThanOrEqual(10)
  })

  it("runs a pivot report", async () => {
    const [report] = await data.runPivotReport({
      ...request,
      dimensions: [{ name: "country" }, { name: "deviceCategory" }],
      pivots: [
        { fieldNames: ["country"], limit: 2 },
        { fieldNames: ["deviceCategory"], limit: 3, metricAggregations: [MetricAggregation.TOTAL] }
      ]
    })
    expect(report.pivotHeaders).toHaveLength(2)
    expect(report.rows?.length).toBe(6)
    expect(report.aggregates?.length).toBeGreaterThan(1)
  })

  it("runs batches", async () => {
    const [{ reports }] = await data.batchRunReports({ property, requests: [request, { ...request, limit: 1 }] })
    expect(reports?.map(({ rows }) => rows?.length)).toEqual([expect.any(Number), 1])
    const pivots = [{ fieldNames: ["country"], limit: 3 }]
    const [{ pivotReports }] = await data.batchRunPivotReports({ property, requests: [{ ...request, pivots }] })
    expect(pivotReports?.[0]?.rows).toHaveLength(3)
  })

  it("describes fields and checks their compatibility", async () => {
    const [{ dimensions, metrics, name }] = await data.getMetadata({ name: `${property}/metadata` })
    expect(name).toBe(`${property}/metadata`)
    expect([dimensions?.length, metrics?.length].every((count) => (count ?? 0) > 30)).toBe(true)
    const [{ metricCompatibilities }] = await data.checkCompatibility({
      property,
      dimensions: [{ name: "itemName" }],
      compatibilityFilter: "COMPATIBLE"
    })
    const names = metricCompatibilities?.map(({ metricMetadata }) => metricMetadata?.apiName)
    expect(names?.toSorted()).toEqual(["eventCount", "itemRevenue", "itemsPurchased", "itemsViewed"])
  })

  it("returns refusals with their code", async () => {
    await expect(data.runReport({ ...request, property: "properties/320901" })).rejects.toMatchObject({ code: 7 })
    await expect(data.runReport({ ...request, metrics: [{ name: "session" }] })).rejects.toMatchObject({
      code: 3,
      message: expect.stringContaining("Did you mean sessions?") as string
    })
  })
})

describe("the Admin API", () => {
  it("lists accounts and properties, page by page", async () => {
    const [summaries] = await admin.listAccountSummaries({})
    expect(summaries.map(({ account }) => account)).toEqual(["accounts/110001", "accounts/110002"])
    const [properties] = await admin.listProperties({ filter: "parent:accounts/110001", pageSize: 2 })
    expect(properties).toHaveLength(3)
    expect((await calls()).filter(({ operation }) => operation === "listProperties")).toHaveLength(2)
  })

  it("creates, reads, changes and deletes a property", async () => {
    const [made] = await admin.createProperty({
      property: {
        parent: "accounts/110001",
        displayName: "Outlet",
        timeZone: "Australia/Hobart",
        currencyCode: "AUD",
        industryCategory: "SHOPPING"
      }
    })
    const name = made.name ?? ""
    expect(made).toMatchObject({ serviceLevel: "GOOGLE_ANALYTICS_STANDARD", industryCategory: "SHOPPING" })
    const [changed] = await admin.updateProperty({
      property: { name, displayName: "Outlet, Hobart" },
      updateMask: { paths: ["display_name"] }
    })
    expect(changed.displayName).toBe("Outlet, Hobart")
    const [read] = await admin.getProperty({ name: name })
    expect(read).toMatchObject({ displayName: "Outlet, Hobart", currencyCode: "AUD" })
    const [deleted] = await admin.deleteProperty({ name: name })
    expect(deleted.deleteTime).not.toBeNull()
  })

  it("creates, lists, reads, changes and deletes a key event", async () => {
    const [made] = await admin.createKeyEvent({
      parent: property,
      keyEvent: { eventName: "file_download", countingMethod: "ONCE_PER_EVENT" }
    })
    const name = made.name ?? ""
    expect(made).toMatchObject({ countingMethod: "ONCE_PER_EVENT", deletable: true })
    const [changed] = await admin.updateKeyEvent({
      keyEvent: { name, countingMethod: "ONCE_PER_SESSION", defaultValue: { numericValue: 3.5, currencyCode: "AUD" } },
      updateMask: { paths: ["counting_method", "default_value"] }
    })
    expect(changed).toMatchObject({ countingMethod: "ONCE_PER_SESSION", defaultValue: { numericValue: 3.5 } })
    expect((await admin.listKeyEvents({ parent: property }))[0]).toHaveLength(4)
    expect((await admin.getKeyEvent({ name: name }))[0]).toMatchObject({ eventName: "file_download" })
    await admin.deleteKeyEvent({ name: name })
    await expect(admin.getKeyEvent({ name: name })).rejects.toMatchObject({ code: 5 })
  })

  it("creates, lists, reads, changes and deletes a data stream", async () => {
    const parent = "properties/320103"
    const [made] = await admin.createDataStream({
      parent,
      dataStream: {
        type: "WEB_DATA_STREAM",
        displayName: "Wholesale",
        webStreamData: { defaultUri: "https://wholesale.harbourgoods.example" }
      }
    })
    const name = made.name ?? ""
    expect(made).toMatchObject({
      type: "WEB_DATA_STREAM",
      webStreamData: { measurementId: expect.stringMatching(/^G-\w{10}$/) as string }
    })
    const [changed] = await admin.updateDataStream({
      dataStream: { name, displayName: "Trade" },
      updateMask: { paths: ["display_name"] }
    })
    expect(changed.displayName).toBe("Trade")
    expect((await admin.listDataStreams({ parent }))[0]).toHaveLength(1)
    expect((await admin.getDataStream({ name: name }))[0]).toMatchObject({ displayName: "Trade" })
    await admin.deleteDataStream({ name: name })
    expect((await admin.listDataStreams({ parent }))[0]).toHaveLength(0)
  })
})
