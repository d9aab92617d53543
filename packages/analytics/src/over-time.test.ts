import { expect, it, vi } from "vitest"

import { valueWithoutRow, withMissingDates } from "./over-time.ts"

it.each([
  ["date", ["2026-02-27", "2026-03-02"], ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]],
  [
    "dateHour",
    ["2026-12-31T22", "2027-01-01T01"],
    ["2026-12-31T22", "2026-12-31T23", "2027-01-01T00", "2027-01-01T01"]
  ],
  ["yearMonth", ["2025-11", "2026-02"], ["2025-11", "2025-12", "2026-01", "2026-02"]]
])("the missing values of %s are inserted", (dimension, labels, all) => {
  const points = labels.map((label) => ({ label, value: 1 }))
  const filled = withMissingDates(dimension, points)
  expect(filled.map(({ label }) => label)).toEqual(all)
  expect(filled.filter((point) => "value" in point)).toEqual(points)
})

it.each([
  [
    "Australia/Sydney",
    "2026-10-04T00",
    "2026-10-04T04",
    ["2026-10-04T00", "2026-10-04T01", "2026-10-04T03", "2026-10-04T04"]
  ],
  ["Africa/Cairo", "2026-04-23T22", "2026-04-24T01", ["2026-04-23T22", "2026-04-23T23", "2026-04-24T01"]],
  ["America/St_Johns", "2026-03-08T01", "2026-03-08T03", ["2026-03-08T01", "2026-03-08T03"]],
  ["Australia/Lord_Howe", "2026-10-04T01", "2026-10-04T03", ["2026-10-04T01", "2026-10-04T02", "2026-10-04T03"]],
  [
    "Australia/Sydney",
    "2026-04-05T01",
    "2026-04-05T04",
    ["2026-04-05T01", "2026-04-05T02", "2026-04-05T03", "2026-04-05T04"]
  ],
  ["Nowhere/Atlantis", "2026-10-04T01", "2026-10-04T03", ["2026-10-04T01", "2026-10-04T02", "2026-10-04T03"]]
])("an hour that the clocks of %s skip is not inserted", (timeZone, first, last, all) => {
  const filled = withMissingDates("dateHour", [{ label: first }, { label: last }], timeZone)
  expect(filled.map(({ label }) => label)).toEqual(all)
})

it("hours without a row are inserted also where few locales are known, as by Node of Alpine Linux", () => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (_, options) {
    return new DateTimeFormat("en-US", options)
  })
  try {
    const points = [{ label: "2026-01-31T22" }, { label: "2026-02-01T01" }]
    expect(withMissingDates("dateHour", points, "Australia/Sydney")).toHaveLength(4)
  } finally {
    vi.restoreAllMocks()
  }
})

it.each([
  ["country", ["2026-01", "2026-03"]],
  ["date", []],
  ["date", ["2026-01-03", "2026-01-01"]],
  ["date", ["2026-01-01", "(other)"]],
  ["date", ["(other)", "2026-01-01"]],
  ["date", ["2026-01-01", "2026-01-01"]],
  ["date", ["2026-02-27", "2026-02-30", "2026-03-02"]],
  ["dateHour", ["2020-01-01T00", "2026-01-01T00"]]
])("other labels of %s stay as they are: %j", (dimension, labels) => {
  const points = labels.map((label) => ({ label }))
  expect(withMissingDates(dimension, points)).toBe(points)
})

it.each([
  ["sessions", [1, 2], 0],
  ["totalRevenue", [1.5], 0],
  ["keyEvents:generate_lead", [0.5], 0],
  ["userEngagementDuration", [61.5], 0],
  ["engagementRate", [1, 1], null],
  ["sessionKeyEventRate:purchase", [1], null],
  ["averageSessionDuration", [60], null],
  ["advertiserAdCostPerKeyEvent", [1], null],
  ["anExpression", [0.3], null]
])("%s without a row", (metric, values, value) => {
  expect(valueWithoutRow(metric, values)).toBe(value)
})
