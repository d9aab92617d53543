import { describe, expect, it } from "vitest"

import { failure, quota, reasonOf, report, service } from "../../../tests/service.ts"

const { client, answer, asked, body } = service()

const metric = [["sessions", "TYPE_INTEGER"]] as const
const input = { property: "1234", metrics: ["sessions"], dimensions: ["country"] }

describe("a report", () => {
  it("has numbers according to its header types, and dates as ISO 8601", async () => {
    const columns = ["date", "dateHour", "dateHourMinute", "yearMonth", "isoYearIsoWeek", "country"]
    const metrics = [
      ["sessions", "TYPE_INTEGER"],
      ["engagementRate", "TYPE_FLOAT"],
      ["averageSessionDuration", "TYPE_SECONDS"],
      ["totalRevenue", "TYPE_CURRENCY"]
    ] as const
    answer(() => ({
      body: report(columns, metrics, [
        ["20260131", "2026013113", "202601311305", "202601", "202605", "Australia", "12", "0.25", "61.5", "1e3"],
        ["(other)", "(other)", "(other)", "(other)", "(other)", "", "9007199254740993", "0", "-1", "nan"]
      ])
    }))
    const { rows, columns: described, timeZone, currencyCode } = await (await client()).reports.run(input)
    expect(rows).toEqual([
      {
        date: "2026-01-31",
        dateHour: "2026-01-31T13",
        dateHourMinute: "2026-01-31T13:05",
        yearMonth: "2026-01",
        isoYearIsoWeek: "2026-W05",
        country: "Australia",
        sessions: 12,
        engagementRate: 0.25,
        averageSessionDuration: 61.5,
        totalRevenue: 1000
      },
      expect.objectContaining({
        date: "(other)",
        country: "",
        sessions: "9007199254740993",
        engagementRate: 0,
        averageSessionDuration: -1,
        totalRevenue: "nan"
      })
    ])
    expect(described.at(-1)).toEqual({ name: "totalRevenue", kind: "metric", type: "currency" })
    expect([timeZone, currencyCode]).toEqual(["Australia/Sydney", "AUD"])
  })

  it("can be read by columns, too", async () => {
    answer(() => ({
      body: report(["country"], metric, [
        ["Australia", "2"],
        ["Fiji", "1"]
      ])
    }))
    const { columns } = await (await client()).reports.columns(input)
    expect(columns.map(({ values }) => values)).toEqual([
      ["Australia", "Fiji"],
      [2, 1]
    ])
  })

  it("without rows says why, and is not an error", async () => {
    answer(() => ({ body: report(["country"], metric, [], { metadata: { emptyReason: "No data for the events." } }) }))
    expect(await (await client()).reports.run(input)).toMatchObject({
      rows: [],
      rowCount: 0,
      empty: "No data for the events."
    })
    answer(() => ({ body: { metadata: {} } }))
    expect(await (await client()).reports.run(input)).toMatchObject({
      rows: [],
      empty: expect.stringMatching(/no data/)
    })
  })

  it("past its last row is not empty", async () => {
    answer(() => ({ body: { ...report(["country"], metric, []), rowCount: 3 } }))
    const read = await (await client()).reports.run({ ...input, offset: 10 })
    expect(read).toMatchObject({ rows: [], rowCount: 3 })
    expect(read).not.toHaveProperty("empty")
  })

  it("has totals, one for each range", async () => {
    const row = (range: string, value: string) => ({
      dimensionValues: [{ value: "RESERVED_TOTAL" }, { value: range }],
      metricValues: [{ value }]
    })
    answer(() => ({
      body: {
        ...report(["country", "dateRange"], metric, [["Australia", "current", "7"]]),
        totals: [row("current", "7"), row("previous", "3")]
      }
    }))
    const { totals } = await (await client()).reports.run({ ...input, totals: true, compare: true })
    expect(totals).toEqual([
      { dateRange: "current", sessions: 7 },
      { dateRange: "previous", sessions: 3 }
    ])
    expect(body()).toMatchObject({
      metricAggregations: ["TOTAL"],
      dateRanges: [
        { startDate: "28daysAgo", endDate: "yesterday", name: "current" },
        { startDate: "56daysAgo", endDate: "29daysAgo", name: "previous" }
      ]
    })
  })

  it("has totals of 0 for a range without data, whose total the service sends empty", async () => {
    const read = await client()
    const totals = [{}]
    answer(() => ({ body: { ...report(["country"], metric, []), rowCount: null, totals } }))
    const whole = await read.reports.run({ ...input, totals: true })
    expect(whole).toMatchObject({ rows: [], totals: [{ sessions: 0 }], empty: expect.any(String) })
    expect(await read.reports.realtime({ ...input, totals: true })).toMatchObject({ totals: [{ sessions: 0 }] })
    answer(() => ({ body: { totals, metadata: {} } }))
    expect(await read.reports.run({ ...input, totals: true })).not.toHaveProperty("totals")
    const now = {
      dimensionValues: [{ value: "RESERVED_TOTAL" }, { value: "current" }],
      metricValues: [{ value: "7" }]
    }
    answer(() => ({
      body: { ...report(["country", "dateRange"], metric, [["Fiji", "current", "7"]]), totals: [now, {}] }
    }))
    expect((await read.reports.run({ ...input, totals: true, compare: true })).totals).toEqual([
      { dateRange: "current", sessions: 7 },
      { dateRange: "previous", sessions: 0 }
    ])
    answer(() => ({ body: { ...report(["country", "dateRange"], metric, []), totals: [{}, {}] } }))
    const ranges = await read.reports.run({ ...input, totals: true, range: "a=today, yesterday" })
    expect(ranges.totals).toEqual([
      { dateRange: "a", sessions: 0 },
      { dateRange: "date_range_1", sessions: 0 }
    ])
  })

  it("reports its data quality", async () => {
    answer(() => ({
      body: report(["country"], metric, [["(other)", "1"]], {
        metadata: {
          timeZone: "Pacific/Auckland",
          subjectToThresholding: true,
          samplingMetadatas: [{ samplesReadCount: "250", samplingSpaceSize: "1000" }],
          schemaRestrictionResponse: { activeMetricRestrictions: [{ metricName: "totalRevenue" }] },
          dataTruncationReasons: [
            {
              dataTruncationType: "DATA_TRUNCATION_TYPE_DATE_RANGE",
              dataTruncationMessage: "Dates before the retention period are left out.",
              dataTruncationDateRanges: [{ startDate: "2020-01-01", endDate: "2024-01-01" }]
            }
          ]
        }
      })
    }))
    const { quality } = await (await client()).reports.run({ ...input, range: "2026-01-01..today" })
    expect(quality).toEqual({
      sampled: [0.25],
      thresholded: true,
      otherRow: true,
      blockedMetrics: ["totalRevenue"],
      truncated: [
        {
          reason: "DATE_RANGE",
          message: "Dates before the retention period are left out.",
          dates: ["2020-01-01..2024-01-01"]
        }
      ],
      unsettledFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    })
  })

  it("of settled days has no quality notes", async () => {
    answer(() => ({ body: report(["country"], metric, [["Fiji", "1"]]) }))
    expect((await (await client()).reports.run({ ...input, range: "2026-01-01..2026-01-31" })).quality).toEqual({})
  })

  it("reports the quota that it used", async () => {
    answer(() => ({ body: { ...report(["country"], metric, []), ...quota(3) } }))
    expect((await (await client()).reports.run(input)).quota?.tokensPerHour).toEqual({ consumed: 3, remaining: 39_000 })
  })

  it.each([
    ["an invalid row", { ...report(["country"], metric, []), rows: [7] }, /rows\.0/],
    ["a row with too few values", report(["country"], metric, [["Fiji"]]), /rows\.0/],
    ["rows without headers", { rows: [{ metricValues: [{ value: "1" }] }] }, /metricHeaders/],
    ["rows that are not a list", { rows: {} }, /rows/],
    ["no report", [1], /not as documented/],
    ["an invalid count", { ...report(["country"], metric, []), rowCount: "many" }, /rowCount/]
  ])("that is %s is an error, not an empty report", async (_, answerBody, words) => {
    answer(() => ({ body: answerBody }))
    expect(await reasonOf((await client()).reports.run(input))).toMatchObject({
      _tag: "Decode",
      what: expect.stringMatching(words)
    })
  })
})

describe("a name that the property does not have", () => {
  const metadata = {
    dimensions: [{ apiName: "country" }, { apiName: "city" }, { apiName: "customEvent:plan" }],
    metrics: [{ apiName: "keyEvents", deprecatedApiNames: ["conversions"] }, { apiName: "sessions" }]
  }
  const rejecting = () =>
    answer(({ target }) =>
      /metadata/.test(target)
        ? { body: metadata }
        : failure(400, "INVALID_ARGUMENT", "Field conversions is not a valid metric.")
    )

  it.each([
    [{ metrics: ["conversions"] }, "metrics", "keyEvents"],
    [{ metrics: ["Sessions"] }, "metrics", "sessions"],
    [{ dimensions: ["contry"] }, "dimensions", "country"]
  ])("%j suggests the nearest one", async (wrong, field, near) => {
    rejecting()
    const reason = await reasonOf((await client()).reports.run({ ...input, ...wrong }))
    expect(reason).toMatchObject({ _tag: "Invalid", fields: [{ field, message: expect.stringContaining(near) }] })
    expect(reason.remedy).toMatchObject({ to: "chooseName", names: expect.arrayContaining([near]) })
  })

  it("is explained with cached metadata, because reading them costs tokens", async () => {
    rejecting()
    const { reports } = await client()
    for (const name of ["a", "b", "c"]) await reasonOf(reports.run({ ...input, metrics: [name] }))
    expect(asked().filter(({ target }) => target.includes("metadata"))).toHaveLength(1)
  })

  it("in a filter is refused before the report is sent", async () => {
    rejecting()
    const { reports } = await client()
    const reason = await reasonOf(reports.run({ ...input, filter: 'citty == "Suva"' }))
    expect(reason).toMatchObject({ _tag: "Invalid", fields: [{ field: "filter" }], nothing: "sent" })
    expect(asked().filter(({ method }) => method === "POST")).toEqual([])
  })

  it("in a filter counts as a dimension or metric according to the property", async () => {
    answer(({ target }) => ({ body: /metadata/.test(target) ? metadata : report(["country"], metric, []) }))
    await (await client()).reports.run({ ...input, filter: 'customEvent:plan == "pro" and keyEvents > 0' })
    expect(body()).toMatchObject({
      dimensionFilter: { filter: { fieldName: "customEvent:plan" } },
      metricFilter: { filter: { fieldName: "keyEvents" } }
    })
  })

  it("keeps the service's error if the metadata cannot be read", async () => {
    answer(() => failure(400, "INVALID_ARGUMENT", "No."))
    expect(await reasonOf((await client()).reports.run(input))).toMatchObject({ what: expect.stringContaining("No.") })
  })
})

it("requests the fields of a pivot report's filter, hidden, as the service requires", async () => {
  const metadata = { dimensions: [{ apiName: "city" }], metrics: [{ apiName: "keyEvents" }] }
  answer(({ target }) => ({ body: /metadata/.test(target) ? metadata : report(["country"], metric, []) }))
  const { reports } = await client()
  const pivots = [{ fieldNames: ["country"], limit: 5 }]
  await reports.pivot({ ...input, pivots, filter: '(city == "Suva" or country == "Fiji") and keyEvents > 0' })
  expect(body()).toMatchObject({
    dimensions: [{ name: "country" }, { name: "city" }],
    metrics: [{ name: "sessions" }, { name: "keyEvents", invisible: true }]
  })
})

it("reads pivots and batches", async () => {
  const cells = report(["country"], metric, [["Fiji", "1"]])
  answer(({ target }) => ({
    body: /batch/.test(target)
      ? { reports: [cells, report(["country"], metric, [])] }
      : { ...cells, pivotHeaders: [{ rowCount: 1, pivotDimensionHeaders: [{ dimensionValues: [{ value: "Fiji" }] }] }] }
  }))
  const { reports } = await client()
  const pivots = [{ fieldNames: ["country"], limit: 5 }]
  expect(await reports.pivot({ ...input, pivots })).toMatchObject({
    rows: [{ country: "Fiji", sessions: 1 }],
    pivots: [{ rowCount: 1, values: [["Fiji"]] }]
  })
  const { property, ...one } = input
  const read = await reports.batch({ property, reports: [one, one] })
  expect(read.reports.map(({ rows, empty }) => [rows.length, empty !== undefined])).toEqual([
    [1, false],
    [0, true]
  ])
  const short = await reasonOf(reports.batch({ property, reports: [one] }))
  expect(short).toMatchObject({ _tag: "Decode" })
})

it("says in every pivot report, alone or in a batch, from which day on the data may change", async () => {
  const cells = report(["country"], metric, [["Fiji", "1"]])
  answer(({ target }) => ({ body: /batch/.test(target) ? { pivotReports: [cells, cells] } : cells }))
  const { reports } = await client()
  const { property, ...one } = { ...input, pivots: [{ fieldNames: ["country"], limit: 5 }], range: "today" }
  const alone = await reports.pivot({ ...one, property })
  const batch = await reports.batchPivot({ property, reports: [one, { ...one, range: "2026-01-01..2026-01-31" }] })
  const days = [alone, ...batch.reports].map(({ quality }) => quality.unsettledFrom)
  expect(days).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d$/), days[0], undefined])
})
