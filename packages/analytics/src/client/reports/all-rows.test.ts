import { describe, expect, it } from "vitest"

import { reasonOf, report, service } from "../../../tests/service.ts"

const { client, answer, asked, body } = service()

const metric = [["sessions", "TYPE_INTEGER"]] as const
const input = { property: "1234", metrics: ["sessions"], dimensions: ["country"] }

describe("a report of any size", () => {
  const COUNTRIES = ["Australia", "Fiji", "Samoa", "Tonga", "Tuvalu"]
  const pages = () =>
    answer(({ json }) => {
      const from = Number(json.offset ?? 0)
      const rows = COUNTRIES.slice(from, from + Number(json.limit)).map((country) => [country, "1"])
      return { body: { ...report(["country"], metric, rows), rowCount: COUNTRIES.length } }
    })

  it("is read in parts as it is consumed, in the order of its dimensions", async () => {
    pages()
    const { reports } = await client()
    const rows: Array<unknown> = []
    for await (const row of reports.all({ ...input, limit: 2 }).rows) rows.push(row["country"])
    expect(rows).toEqual(COUNTRIES)
    expect(asked().map(({ json }) => [json.offset, json.limit])).toEqual([
      ["0", "2"],
      ["2", "2"],
      ["4", "2"]
    ])
    expect(body().orderBys).toEqual([{ dimension: { dimensionName: "country" } }])
  })

  it("is sorted without ties from its first part on", async () => {
    pages()
    const { reports } = await client()
    const two = { ...input, dimensions: ["country", "date"] }
    const [country, date] = ["country", "date"].map((dimensionName) => ({ dimension: { dimensionName } }))
    await reports.run(two)
    expect(body().orderBys).toEqual([country, date])
    await reports.run({ ...two, order: ["-sessions", "-date"], offset: 2 })
    expect(body().orderBys).toEqual([
      { metric: { metricName: "sessions" }, desc: true },
      { ...date, desc: true },
      country
    ])
  })

  it.each([
    ["compare", { compare: true }],
    ["range", { range: "today, yesterday" }]
  ])("of several periods has no parts: %s", async (field, more) => {
    const { reports } = await client()
    const read = async () => {
      for await (const row of reports.all({ ...input, ...more }).rows) expect(row).toBeUndefined()
    }
    expect(await reasonOf(read())).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
    expect(asked()).toEqual([])
  })

  it("requests 250,000 rows at once, and is not read further than it is consumed", async () => {
    pages()
    const { reports } = await client()
    for await (const page of reports.all(input).pages) {
      expect(page.rowCount).toBe(5)
      break
    }
    expect(asked().map(({ json }) => json.limit)).toEqual(["250000"])
  })

  it("ends if a part is empty", async () => {
    answer(() => ({ body: { ...report(["country"], metric, []), rowCount: 9 } }))
    const { reports } = await client()
    for await (const row of reports.all(input).rows) expect(row).toBeUndefined()
    expect(asked()).toHaveLength(1)
  })
})
