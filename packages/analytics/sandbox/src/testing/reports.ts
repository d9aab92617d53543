// Helpers for report tests: run a report and read its rows.

import { type Answered, at, type Bench, objects } from "./bench.ts"

export const property = "properties/320101"
export const dateRanges = [{ startDate: "2026-08-03", endDate: "2026-09-13" }]
export const named = (...names: ReadonlyArray<string>) => names.map((name) => ({ name }))

/** Runs a report of the shop by default. Path and token can be changed. */
export const runner =
  (bench: Bench) =>
  (body: object, path = `${property}:runReport`, token?: string): Promise<Answered> =>
    bench.data(path, { body, ...(token === undefined ? {} : { token }) })

/** The values of each row: dimension texts, then metric numbers. */
export const lines = (body: unknown, list = "rows"): ReadonlyArray<ReadonlyArray<string | number>> =>
  objects(at(body, list)).map(({ dimensionValues, metricValues }) => [
    ...objects(dimensionValues).map(({ value }) => String(value)),
    ...objects(metricValues).map(({ value }) => Number(value))
  ])

export const sumOf = (rows: ReadonlyArray<ReadonlyArray<string | number>>): number =>
  rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)
