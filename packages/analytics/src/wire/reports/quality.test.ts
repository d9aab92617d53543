import { expect, it, vi } from "vitest"

import { qualityOf } from "./quality.ts"

/** The morning of 11 June in Sydney, where data from 9 June on may still change. */
const nowMillis = Date.parse("2026-06-10T20:00:00Z")

const unsettledFrom = (...ranges: ReadonlyArray<readonly [startDate: string, endDate: string]>) =>
  qualityOf({
    metadata: { timeZone: "Australia/Sydney" },
    columns: [],
    values: [],
    ranges: ranges.map(([startDate, endDate]) => ({ startDate, endDate })),
    nowMillis
  }).unsettledFrom

it.each([
  ["ends before", [["2026-06-01", "2026-06-08"]], undefined],
  ["ends on the first day", [["2026-06-01", "2026-06-09"]], "2026-06-09"],
  ["begins later", [["2026-06-10", "2026-06-11"]], "2026-06-10"],
  ["is the property's today", [["today", "today"]], "2026-06-11"],
  [
    "is the second of two",
    [
      ["2026-06-10", "2026-06-11"],
      ["2026-06-01", "2026-06-09"]
    ],
    "2026-06-09"
  ]
] as const)("a range that %s of what may still change: %j gives %s", (_, ranges, day) => {
  expect(unsettledFrom(...ranges)).toBe(day)
})

it.each([
  ["a share", { samplesReadCount: "50", samplingSpaceSize: "200" }, [0.25]],
  ["none of nothing", { samplesReadCount: "0", samplingSpaceSize: "0" }, undefined]
] as const)("a sample of %s", (_, sample, sampled) => {
  const metadata = { samplingMetadatas: [sample] }
  expect(qualityOf({ metadata, columns: [], values: [], ranges: [], nowMillis }).sampled).toEqual(sampled)
})

it("is told also where few locales are known, as by Node of Alpine Linux", () => {
  const { DateTimeFormat } = Intl
  vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (_, options) {
    return new DateTimeFormat("en-US", options)
  })
  try {
    expect(unsettledFrom(["7daysAgo", "yesterday"])).toBe("2026-06-09")
    expect(unsettledFrom(["2026-06-01", "2026-06-08"])).toBeUndefined()
  } finally {
    vi.restoreAllMocks()
  }
})
