import { startSandbox, type RunningSandbox } from "@inlay/salesdata-sandbox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { standIn } from "../tests/stand-in.ts"
import { ProviderError, createSalesData, type SalesData } from "./promise.ts"

const provider = standIn()

let sandbox: RunningSandbox
let client: SalesData
beforeAll(async () => {
  sandbox = await startSandbox()
  client = createSalesData({
    baseUrl: sandbox.urls.salesdata,
    apiKey: sandbox.env["INLAY_SALESDATA_API_KEY"]!,
    creditsField: "credits.charged"
  })
})
afterAll(() => sandbox.close())

describe("the promise client", () => {
  it("enriches a person and a company, and searches", async () => {
    const person = await client.people.enrich(sandbox.examples["salesdata_people_enrichment"]!.match[0]!)
    expect(person.record?.name).toEqual(expect.any(String))
    const company = await client.companies.enrich(sandbox.examples["salesdata_company_enrichment"]!.match[0]!)
    expect(company.record?.industry).toEqual(expect.any(String))
    expect((await client.people.search({ company: company.record?.name ?? "" })).people.length).toBeGreaterThan(0)
  })

  it("throws ProviderError with its reason", async () => {
    const error: unknown = await client.people.enrich({ email: "nobody" }).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ProviderError)
    expect(error).toMatchObject({ reason: { _tag: "Invalid" } })
  })

  it("stops at its time limit, and reports the charge as unknown", async () => {
    const error: unknown = await client.people
      .enrich({ profilenet_slug: "fault-hang-after-x" }, { timeLimitMillis: 300 })
      .catch((cause: unknown) => cause)
    const reason = { _tag: "Timeout", sent: true, what: expect.stringContaining("within 0.3 s") as string }
    expect(error).toMatchObject({ reason, charged: "unknown" })
  })

  it("stops when it is aborted", async () => {
    const abort = new AbortController()
    const pending = client.people.enrich({ profilenet_slug: "fault-hang-x" }, { signal: abort.signal })
    setTimeout(() => abort.abort(), 100)
    await expect(pending).rejects.toThrow()
  })

  it.each([
    { caps: { day: Number.NaN } },
    { caps: { run: -1 } },
    { caps: { day: null as never } },
    { caps: { day: "5" as never } },
    { prices: { person: Infinity } },
    { prices: { person: null as never } },
    { keepMatchDays: null as never }
  ])("refuses %j at once", (wrong) => {
    expect(() => createSalesData({ baseUrl: "https://api.provider.example", apiKey: "k", ...wrong })).toThrow(
      /must be a number, 0 or more/
    )
  })

  it("names the cap or price that is wrong by its path in the options", () => {
    const options = { baseUrl: "https://api.provider.example", apiKey: "k", caps: { day: -5 }, prices: { person: -1 } }
    expect(() => createSalesData(options)).toThrow(
      "caps.day must be a number, 0 or more; prices.person must be a number, 0 or more."
    )
  })

  it.each([0, -1, 1.5, Number.NaN, null as never])("refuses %j concurrent requests at once", (concurrency) => {
    expect(() => createSalesData({ baseUrl: "https://api.provider.example", apiKey: "k", concurrency })).toThrow(
      /concurrency must be a whole number, 1 or more/
    )
  })

  it("keeps its defaults beside options that are undefined", async () => {
    const unset = {
      baseUrl: provider.origin(),
      apiKey: "k",
      caps: { day: 1, run: undefined as never },
      prices: { person: undefined as never }
    }
    const email = { email: "jane@acme.example" }
    await expect(createSalesData(unset).people.enrich(email)).rejects.toMatchObject({
      reason: { _tag: "Refused" },
      message: expect.stringContaining("2 credits")
    })
  })

  it.each(["www.network.example", "Network.Example", "https://www.network.example/in/"])(
    "recognises a person by address and by slug with the profile site %s",
    async (site) => {
      const person = { full_name: "Ann", job_title: "Cooper", profile_url: "https://network.example/in/ann" }
      provider.answer(() => ({ body: { person } }))
      const own = createSalesData({ baseUrl: provider.origin(), apiKey: "k", profileSite: site })
      await own.people.enrich({ profilenet_url: "https://au.network.example/in/ann" })
      expect(await own.people.enrich({ profilenet_slug: "ann" })).toMatchObject({
        fromCache: true,
        matchedOn: ["profilenet_slug"]
      })
    }
  )

  it("refuses a base address on plain http at once", () => {
    expect(() => createSalesData({ baseUrl: "http://api.provider.example", apiKey: "k" })).toThrow(/plain http/)
  })

  it("knows that a refused connection was not charged: neither the subject nor the cap is used up", async () => {
    const refusal = createSalesData({ baseUrl: "http://127.0.0.1:1", apiKey: "k", caps: { run: 2 } })
    for (let n = 0; n < 3; n++) {
      const error: unknown = await refusal.people
        .enrich({ email: "jane@acme.example" }, { timeLimitMillis: 1_000 })
        .catch((cause: unknown) => cause)
      expect(error).toMatchObject({ reason: { _tag: "Transport", sent: false } })
      expect(error).not.toHaveProperty("charged", "unknown")
    }
  })
})
