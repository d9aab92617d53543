import { describe, expect, it } from "vitest"

import { reasonOf, report, service } from "../../tests/service.ts"

const { client, answer, asked, problems } = service()

const input = { property: "1234", metrics: ["sessions"] }
const raw = (method: "GET" | "POST" | "DELETE", endpoint: string, body?: Readonly<Record<string, unknown>>) => ({
  operation: "apiCall",
  method,
  endpoint,
  ...(body !== undefined && { body })
})

const summaries = {
  accountSummaries: [
    {
      account: "accounts/1",
      propertySummaries: [{ property: "properties/1234", canEdit: true }, { property: "properties/5678" }]
    },
    { account: "accounts/2", propertySummaries: [{ property: "properties/9" }] },
    { account: "accounts/3" }
  ]
}

describe("an account limited to properties", () => {
  const limited = () => client({ properties: ["properties/1234"] })

  it("reads and changes its own properties", async () => {
    answer(({ target }) => ({
      body: /Summaries/.test(target)
        ? summaries
        : /:run/.test(target)
          ? report([], [["sessions", "TYPE_INTEGER"]], [])
          : { name: "n", displayName: "d" }
    }))
    const { reports, properties, call } = await limited()
    await reports.run(input)
    await properties.update({ property: "1234", displayName: "New" })
    await call(raw("GET", "/v1beta/properties/1234"))
    expect(asked().map(({ method }) => method)).toEqual(["POST", "GET", "PATCH", "GET"])
  })

  it.each([
    ["GET", "v1beta/properties/5678"],
    ["GET", "v1beta/properties?filter=parent:accounts/1"],
    ["POST", "v1beta/properties/5678:runReport"],
    ["POST", "v1beta/properties"],
    ["POST", "v1beta/accountSummaries"],
    ["GET", "v1beta/properties/12345"],
    ["GET", "v1beta/properties/%31234"],
    ["GET", "v1beta/accounts"],
    ["GET", "v1beta/%61ccountSummaries"],
    ["GET", "v1beta/accountsummaries"],
    ["GET", "v1beta/properties/1234/../5678"],
    ["POST", "v1beta/properties/1234:batchRunReports", { requests: [{ property: "properties/5678" }] }]
  ] as const)("refuses %s %s unsent", async (method, endpoint, body?: object) => {
    const { call } = await limited()
    const reason = await reasonOf(call(raw(method, endpoint, body as Readonly<Record<string, unknown>> | undefined)))
    expect(reason).toMatchObject({ _tag: "Refused" })
    expect(asked()).toEqual([])
  })

  it("shows no others in the list of accounts", async () => {
    answer(() => ({ body: summaries }))
    const { accounts, call } = await limited()
    const only = [{ account: "accounts/1", propertySummaries: [{ property: "properties/1234", canEdit: true }] }]
    expect((await accounts.page({})).items).toEqual(only)
    for (const request of [raw("GET", "/v1beta/accountSummaries?pageSize=5"), raw("GET", "v1alpha/accountSummaries")]) {
      for (const api of ["data", "admin"] as const)
        expect((await call({ ...request, api })).body).toEqual({ accountSummaries: only })
    }
    // The Data API has no such list, but an address of both may.
    problems()
  })
})

describe("a read-only account", () => {
  it("runs reports", async () => {
    answer(() => ({ body: report([], [["sessions", "TYPE_INTEGER"]], []) }))
    const { reports } = await client({ readOnly: true })
    expect(await reports.run(input)).toMatchObject({ rows: [] })
  })

  it("refuses changes without looking up roles first", async () => {
    const { keyEvents, properties, dataStreams, call } = await client({ readOnly: true })
    const changes = [
      keyEvents.create({ property: "1", eventName: "purchase" }),
      keyEvents.delete({ property: "1", keyEventId: "2" }),
      properties.create({ parent: "1", displayName: "S", timeZone: "Australia/Perth", currencyCode: "AUD" }),
      properties.delete({ property: "1" }),
      dataStreams.update({ property: "1", dataStreamId: "2", displayName: "N" }),
      call(raw("POST", "v1beta/properties/1/keyEvents", { eventName: "purchase" })),
      call(raw("POST", "v1beta/properties/1/audienceExports", {})),
      call(raw("POST", "v1alpha/properties/1/accessBindings:batchCreate", {})),
      // Only a POST to this path reads.
      call(raw("DELETE", "v1beta/properties/1:runReport"))
    ]
    for (const change of changes) expect(await reasonOf(change)).toMatchObject({ _tag: "Refused", guard: "readOnly" })
    expect(asked()).toEqual([])
  })
})

describe("the role on a property", () => {
  it("is known before a change is sent", async () => {
    answer(() => ({ body: summaries }))
    const { keyEvents } = await client()
    const reason = await reasonOf(keyEvents.create({ property: "5678", eventName: "purchase" }))
    expect(reason).toMatchObject({ _tag: "Forbidden", needs: expect.stringContaining("Editor"), nothing: "sent" })
    await reasonOf(keyEvents.delete({ property: "5678", keyEventId: "1" }))
    // The summaries are read once a minute.
    expect(asked().map(({ target }) => target)).toEqual(["/v1beta/accountSummaries?pageSize=200"])
  })

  it("that cannot be looked up is left to the service", async () => {
    answer(({ target }) =>
      /Summaries/.test(target) ? { status: 403, body: {} } : { body: { name: "n", eventName: "purchase" } }
    )
    const { keyEvents } = await client()
    expect(await keyEvents.create({ property: "5678", eventName: "purchase" })).toMatchObject({ eventName: "purchase" })
  })
})

it("accepts an endpoint with or without a leading slash, and none that leaves its base URL", async () => {
  answer(() => ({ body: {} }))
  const { call } = await client()
  await call(raw("GET", "v1beta/properties/1"))
  await call(raw("GET", "/v1beta/properties/1"))
  await call({ ...raw("POST", "v1beta/properties/1:runReport", {}), api: "data" })
  expect(await reasonOf(call(raw("GET", "https://elsewhere.example/v1beta/properties/1")))).toMatchObject({
    _tag: "Refused",
    guard: "endpoint"
  })
  expect(asked().map(({ api, target }) => `${api} ${target}`)).toEqual([
    "admin /v1beta/properties/1",
    "admin /v1beta/properties/1",
    "data /v1beta/properties/1:runReport"
  ])
  expect(problems()).toEqual([])
})
