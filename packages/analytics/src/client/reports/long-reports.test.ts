import { gzipSync } from "node:zlib"

import { describe, expect, it } from "vitest"

import { reasonOf, report, service } from "../../../tests/service.ts"

const { client, answer, token } = service()

const ROWS = 12_000
const input = { property: "1234", metrics: ["sessions", "totalRevenue"], dimensions: ["date", "pagePath"], limit: ROWS }
const metrics = [
  ["sessions", "TYPE_INTEGER"],
  ["totalRevenue", "TYPE_CURRENCY"]
] as const

/**
 * A report of more than a megabyte.
 * @param odd rows that replace others
 */
const longReport = (odd: Readonly<Record<number, ReadonlyArray<string>>> = {}) =>
  report(
    ["date", "pagePath"],
    metrics,
    Array.from(
      { length: ROWS },
      (_, n) => odd[n] ?? [`202601${10 + (n % 20)}`, `/日本/${n % 50}`, String(n), `${n}.25`]
    )
  )

describe("a long report", () => {
  it.each([
    ["as it is", {}, (text: string) => text],
    ["written over many lines", {}, (text: string) => JSON.stringify(JSON.parse(text), null, 2)],
    ["compressed", { "content-encoding": "gzip" }, (text: string) => gzipSync(text)]
  ])("is read separately from the rest of its answer: %s", async (_, headers, write) => {
    answer(() => ({
      headers,
      text: write(JSON.stringify(longReport({ 7: ["(other)", "", "9007199254740993", "nan"] })))
    }))
    const { rows, columns, rowCount, quality } = await (await client()).reports.run(input)
    expect([rows.length, rowCount, quality.otherRow]).toEqual([ROWS, ROWS, true])
    expect(rows[7]).toEqual({ date: "(other)", pagePath: "", sessions: "9007199254740993", totalRevenue: "nan" })
    expect(rows[11_999]).toEqual({
      date: "2026-01-29",
      pagePath: "/日本/49",
      sessions: 11_999,
      totalRevenue: 11_999.25
    })
    expect(columns.at(-1)).toEqual({ name: "totalRevenue", kind: "metric", type: "currency" })
  })

  it("contains no key of the account, in any value or form", async () => {
    const forms = [token, `a ${encodeURIComponent(token)} b`, Buffer.from(`x:${token}`).toString("base64")]
    const asMetric = ["20260101", "/", "1", token]
    answer(() => ({ body: longReport({ ...forms.map((form) => ["20260101", form, "1", "2"]), 3: asMetric }) }))
    const { rows } = await (await client()).reports.run(input)
    expect(rows.slice(0, 3).map((row) => row["pagePath"])).toEqual([
      "<redacted>",
      "a <redacted> b",
      expect.stringContaining("<redacted>")
    ])
    expect(rows[3]).toEqual({ date: "2026-01-01", pagePath: "/", sessions: 1, totalRevenue: "<redacted>" })
    expect(rows[4]?.["pagePath"]).toBe("/日本/4")
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  it("with rows that are not as documented is an error that names the first one", async () => {
    const body = longReport()
    const rows = body.rows ?? []
    rows[8_000] = { ...rows[8_000], metricValues: [] }
    answer(() => ({ body }))
    expect(await reasonOf((await client()).reports.run(input))).toMatchObject({
      _tag: "Decode",
      what: "The answer is not as documented: see rows.8000."
    })
  })

  it("whose headers do not match its rows is an error", async () => {
    answer(() => ({ body: { ...longReport(), dimensionHeaders: [{ name: "date" }] } }))
    expect(await reasonOf((await client()).reports.run(input))).toMatchObject({
      _tag: "Decode",
      what: "The answer is not as documented: see rows.0."
    })
  })

  it("that is cut off is an error", async () => {
    answer(() => ({ text: JSON.stringify(longReport()).slice(0, -1) }))
    expect(await reasonOf((await client()).reports.run(input))).toMatchObject({ _tag: "Decode" })
  })
})
