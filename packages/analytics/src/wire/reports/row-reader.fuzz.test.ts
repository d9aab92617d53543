// Reports in varied formats, split into pieces and damaged: the reader must return the same rows as JSON.parse, or
// leave the report to JSON.parse.
import { deepStrictEqual } from "node:assert"

import { damaged, numbers, pick, type Next } from "@inlay/core-http/testing/fuzz"
import type { ArrivedBytes } from "@inlay/core-http/Transport"
import { expect, it } from "vitest"

import type { Column } from "../../schema/Report.ts"
import { rowReader, type RowList } from "./row-reader.ts"
import { valuesOf, valuesOfList } from "./values.ts"

const REPORTS = Number(process.env["INLAY_FUZZ"] ?? 200)

const TEXTS = [
  "Australia",
  "",
  "(other)",
  "Māori",
  "日本",
  "😀",
  'say "so"',
  "a\\b",
  "line\nend",
  "\u0000",
  "\uFEFFa",
  "]},{"
]
const FIGURES = [
  "0",
  "-0",
  "12",
  "-3.25",
  "0.1",
  "007",
  "123456789012345",
  "1234567890123456",
  "9007199254740993",
  "1e3"
]
const ODD_FIGURES = [
  "1.",
  ".5",
  "-",
  ".",
  "",
  "nan",
  "1.2.3",
  "--1",
  " 1",
  "0x10",
  "Infinity",
  "1.2345678901234567",
  'a"'
]

const wireValues = (next: Next, count: number, texts: ReadonlyArray<string>) =>
  Array.from({ length: count }, () => (next(40) === 0 ? {} : { value: pick(next, texts) }))

interface Written {
  readonly columns: ReadonlyArray<Column>
  readonly json: string
}

const randomReport = (next: Next): Written => {
  const [dimensions, metrics] = [next(4), next(4)]
  // In some reports all rows are similar, in others no two are.
  const texts = next(2) === 0 ? ["Australia", "日本"] : TEXTS
  const figures = next(2) === 0 ? FIGURES : [...FIGURES, ...ODD_FIGURES]
  const isReversed = next(10) === 0
  const rows = Array.from({ length: next(30) }, () => {
    const dimensionValues = wireValues(next, dimensions, texts)
    const metricValues = wireValues(next, metrics, figures)
    if (isReversed) return { metricValues, dimensionValues }
    return {
      ...(dimensions > 0 && { dimensionValues }),
      ...(metrics > 0 && { metricValues }),
      ...(next(50) === 0 && { more: pick(next, [1, "text", { value: "x" }]) })
    }
  })
  const report = {
    ...(next(2) === 0 && { dimensionHeaders: [{ name: pick(next, ["country", "rows", '"rows":[']) }] }),
    rows,
    rowCount: rows.length,
    metadata: { timeZone: "Australia/Sydney" },
    ...(next(20) === 0 && { totals: rows.slice(0, 1) })
  }
  const columns: ReadonlyArray<Column> = [
    ...Array.from({ length: dimensions }, (_, n) => ({ name: n === 0 ? "date" : `d${n}`, kind: "dimension" as const })),
    ...Array.from({ length: metrics }, (_, n) => ({ name: `m${n}`, kind: "metric" as const }))
  ]
  return { columns, json: JSON.stringify(report, null, pick(next, [0, 1, 2, "\t"])) }
}

const arrived = (bytes: Buffer): ArrivedBytes => ({ bytes, text: (start, end) => bytes.toString("utf8", start, end) })

/** Reads bytes as they arrive in pieces of random lengths. */
const readApart = (next: Next, bytes: Buffer) => {
  const reader = rowReader()
  const longest = pick(next, [1, 10, 100, 10_000])
  for (let end = 0; end < bytes.length;) {
    end = Math.min(bytes.length, end + 1 + next(longest))
    // The reader is not called before the first bytes have arrived.
    if (end >= 400 || end === bytes.length) if (!reader.advance(arrived(bytes.subarray(0, end)))) return undefined
  }
  return reader.finish(arrived(bytes))
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Whether the reader accepted the report. Fails if its rows differ from those of JSON.parse. */
const agrees = (next: Next, { columns }: Written, bytes: Buffer): boolean => {
  const separate = readApart(next, bytes)
  if (separate === undefined) return false
  const whole = parsed(bytes) as { readonly rows: ReadonlyArray<unknown> } | undefined
  if (whole === undefined) throw new Error(`no JSON was read: ${bytes.toString()}`)
  deepStrictEqual(JSON.parse(separate.text), { ...whole, rows: [] }, bytes.toString())
  const list = separate.list.build(separate.list.texts) as RowList
  deepStrictEqual(list.count, whole.rows.length, bytes.toString())
  // Damaged rows may have a different number of values than the headers. Both readers must then reject the report.
  if (list.count > 0) deepStrictEqual(valuesOfList(columns, list), valuesOf(columns, whole.rows), bytes.toString())
  return true
}

it("a report's rows equal those of JSON.parse, for any formatting and any chunks", () => {
  const next = numbers(1)
  let accepted = 0
  for (let n = 0; n < REPORTS; n++) {
    const report = randomReport(next)
    if (agrees(next, report, Buffer.from(report.json))) accepted += 1
  }
  // All reports must be accepted except those without values.
  expect(accepted / REPORTS).toBeGreaterThan(0.8)
}, 120_000)

it("a damaged report is read like JSON.parse does, or left to JSON.parse", () => {
  const next = numbers(2)
  let accepted = 0
  for (let n = 0; n < REPORTS; n++) {
    const report = randomReport(next)
    const bytes = Buffer.from(damaged(next, report.json))
    // Also tests bytes that are not valid UTF-8.
    if (next(3) === 0 && bytes.length > 0) bytes[next(bytes.length)] = next(256)
    if (agrees(next, report, bytes)) accepted += 1
  }
  expect(accepted).toBeGreaterThan(0)
}, 120_000)
