import { expect, it } from "vitest"

import { ownDays } from "./own-days.ts"

const RANGES = [
  { name: "now", startDate: "2026-01-01", endDate: "2026-01-10" },
  { name: "before", startDate: "2025-12-25", endDate: "2025-12-31" }
]

const isOwn = (dimensions: Readonly<Record<string, string>>, dateRange: string, sessions = 0) => {
  const columns = [...Object.keys(dimensions), "dateRange"].map((name) => ({ name, kind: "dimension" }) as const)
  return ownDays([...columns, { name: "sessions", kind: "metric" }], RANGES)({ ...dimensions, dateRange, sessions })
}

it.each([
  ["date", "2026-01-10", "2025-12-31"],
  ["dateHour", "2026-01-10T23", "2025-12-31T23"],
  ["dateHourMinute", "2026-01-01T00:00", "2025-12-25T00:00"],
  ["yearMonth", "2026-01", "2025-12"],
  ["year", "2026", "2025"],
  ["month", "01", "12"],
  ["day", "10", "25"],
  // Weeks begin on Sunday, and the first of January is in the first.
  ["week", "02", "53"],
  ["yearWeek", "202602", "202553"],
  // 2026 begins on a Thursday, so its first ISO week begins in December.
  ["isoYearIsoWeek", "2026-W02", "2025-W52"],
  ["isoWeek", "02", "52"],
  ["isoYear", "2026", "2025"]
])("a zero of %s is of its period", (dimension, now, before) => {
  expect([isOwn({ [dimension]: now }, "now"), isOwn({ [dimension]: before }, "before")]).toEqual([true, true])
  expect(isOwn({ [dimension]: before }, "now")).toBe(false)
  // The ISO week and year of the new year's first days are also those of the last days of the old.
  if (dimension !== "isoYear") expect(isOwn({ [dimension]: now }, "before")).toBe(false)
  expect(isOwn({ [dimension]: before }, "now", 3)).toBe(true)
})

it.each([
  ["nthDay", "0009", "0006"],
  ["nthWeek", "0001", "0001"],
  ["nthMonth", "0000", "0000"],
  ["nthYear", "0000", "0000"],
  ["nthHour", "0239", "0167"],
  ["nthMinute", "14399", "10079"]
])("a zero of %s is of its period if that is long enough", (dimension, now, before) => {
  expect([isOwn({ [dimension]: now }, "now"), isOwn({ [dimension]: before }, "before")]).toEqual([true, true])
  expect(isOwn({ [dimension]: "99999" }, "now")).toBe(false)
})

it.each([
  ["dayOfWeek", "1", "3"],
  ["dayOfWeekName", "Monday", "Wednesday"]
])("a zero of %s is of a period that has such a day", (dimension, other, own) => {
  const columns = [
    { name: dimension, kind: "dimension" },
    { name: "dateRange", kind: "dimension" },
    { name: "sessions", kind: "metric" }
  ] as const
  const ranges = [{ name: "now", startDate: "2026-12-01", endDate: "2026-12-03" }]
  const row = { dateRange: "now", sessions: 0 }
  expect([own, other].map((value) => ownDays(columns, ranges)({ ...row, [dimension]: value }))).toEqual([true, false])
})

it("a zero of several dimensions of time is of its period only if one day of it has all of them", () => {
  expect(isOwn({ year: "2026", month: "01" }, "now")).toBe(true)
  expect(isOwn({ year: "2025", month: "01" }, "now")).toBe(false)
  expect(isOwn({ month: "12", hour: "23", country: "Fiji" }, "before")).toBe(true)
  expect(isOwn({ month: "01", hour: "23", country: "Fiji" }, "before")).toBe(false)
})

it.each([
  { date: "(other)" },
  { week: "(other)" },
  { month: "" },
  { nthDay: "(other)" },
  { country: "2020-01-01" },
  { hour: "23" }
])("a zero of %j may be of every period", (dimensions) => {
  expect([isOwn(dimensions, "now"), isOwn(dimensions, "before")]).toEqual([true, true])
})

it("nothing is left out of a period whose days are not known, or of a report without metrics", () => {
  const columns = [{ name: "date", kind: "dimension" }] as const
  const row = { date: "2020-01-01", dateRange: "now", sessions: 0 }
  const relative = [{ name: "now", startDate: "7daysAgo", endDate: "yesterday" }]
  expect(ownDays([...columns, { name: "sessions", kind: "metric" }], relative)(row)).toBe(true)
  expect(ownDays(columns, RANGES)(row)).toBe(true)
})
