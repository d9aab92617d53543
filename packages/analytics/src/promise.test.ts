import { describe, expect, it } from "vitest"

import { sandboxed, SHOP } from "../tests/sandbox.ts"
import { createAnalytics, ProviderError, type AnalyticsOptions } from "./promise.ts"

const { client, control, sandbox } = sandboxed()

it("creates tokens from a service account's key", async () => {
  const key = JSON.stringify(await (await fetch(`${sandbox().control}/service-account`)).json())
  const { dataBaseUrl, adminBaseUrl } = {
    dataBaseUrl: sandbox().urls.analyticsData,
    adminBaseUrl: sandbox().urls.analyticsAdmin
  }
  const { reports } = createAnalytics({ serviceAccountKey: key, dataBaseUrl, adminBaseUrl, readOnly: true })
  expect(await reports.run({ property: SHOP, metrics: ["sessions"] })).toMatchObject({ rowCount: 1 })
})

it("reads lists and reports as async iterables, and stops when it is aborted", async () => {
  const { accounts, reports } = client()
  const names: Array<unknown> = []
  for await (const { displayName } of accounts.list({}).items) names.push(displayName)
  expect(names.length).toBeGreaterThan(1)
  await control("/settings", { latencyMs: 5000 })
  const abort = new AbortController()
  setTimeout(() => abort.abort(), 50)
  await expect(reports.run({ property: SHOP, metrics: ["sessions"] }, { signal: abort.signal })).rejects.toThrow()
})

it("keeps the names of a property, and reads them again after a failure", async () => {
  const { reports } = client()
  await control("/faults", { fault: "unavailable" })
  await expect(reports.metadata({ property: SHOP })).rejects.toThrow(ProviderError)
  expect((await reports.metadata({ property: SHOP })).metrics).toContainEqual(
    expect.objectContaining({ apiName: "sessions" })
  )
  const calls = async () => (await control("/calls")).calls.length
  const before = await calls()
  await reports.metadata({ property: SHOP })
  expect(await calls()).toBe(before)
  await expect(reports.run({ property: SHOP, metrics: ["sesions"] })).rejects.toThrow(/perhaps sessions/)
})

describe("invalid options throw immediately", () => {
  it.each([
    [{ token: "t", dataBaseUrl: "http://api.example" }, /plain http/],
    [{ token: "a\nb" }, /key contains a character that is not allowed/],
    [{}, /token or serviceAccountKey is required/],
    [undefined, /token or serviceAccountKey is required/],
    [{ token: "t", serviceAccountKey: "{}" }, /token and serviceAccountKey must not both be given/],
    [{ serviceAccountKey: "{}" }, /service_account/],
    [
      { token: "t", properties: ["UA-123"] },
      /properties must be a list of property ids, such as properties\/1234 or 1234/
    ],
    [{ token: "t", properties: [1234] }, /properties must be a list of property ids/],
    [{ token: "t", concurrency: 0 }, /concurrency must be a whole number, 1 or more/]
  ])("%j", (options, words) => {
    const create = () => createAnalytics(options as AnalyticsOptions)
    expect(create).toThrow(ProviderError)
    expect(create).toThrow(words)
  })
})
