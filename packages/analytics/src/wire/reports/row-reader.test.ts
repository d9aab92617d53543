// Tests that the row reader gives up early on unsuitable input, so that a hostile response costs no more than with
// JSON.parse.
import { describe, expect, it } from "vitest"

import { rowReader } from "./row-reader.ts"

const PIECE_BYTES = 65_536

/** The number of bytes read before the reader gave up, or undefined if it read everything. */
const givenUpAt = (json: string): number | undefined => {
  const bytes = Buffer.from(json)
  const reader = rowReader()
  for (let end = PIECE_BYTES; ; end += PIECE_BYTES) {
    const arrived = bytes.subarray(0, end)
    const isRead = reader.advance({ bytes: arrived, text: (from, to) => arrived.toString("utf8", from, to) })
    if (!isRead) return end
    if (end >= bytes.length) return undefined
  }
}

const rows = (count: number, row: string) =>
  `{"rows":[${Array.from({ length: count }, () => row).join()}],"rowCount":1}`
const LONG = 1_000_000

describe("the reader of rows", () => {
  it("reads rows of the same shape to the end", () => {
    expect(givenUpAt(rows(20_000, '{"metricValues":[{"value":"1"}]}'))).toBeUndefined()
  })

  const hostile: ReadonlyArray<readonly [string, string]> = [
    ["one row without end", `{"rows":[{"metricValues":[{"value":"${"x".repeat(LONG)}"}]}]}`],
    ["blanks without end", `{"rows":[${" ".repeat(LONG)}]}`],
    ["much before the rows", `{"x":"${"x".repeat(LONG)}","rows":[]}`],
    ["rows that are all written in another way", rows(50_000, '{"metricValues":[{}]}')],
    ["rows of nothing", rows(50_000, "{}")],
    ["rows that are none", rows(50_000, "1")]
  ]
  it.each(hostile)("gives up %s", (_, json) => {
    expect(givenUpAt(json)).toBeLessThanOrEqual(3 * PIECE_BYTES)
  })
})
