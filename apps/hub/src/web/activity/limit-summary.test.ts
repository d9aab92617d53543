import { describe, expect, it } from "vitest"

import { lonePoints, shareLeft, summaryOf } from "./limit-summary.ts"

describe("a limit over time", () => {
  it("is what is left now, what was left at the least, and the limit that was said last", () => {
    const summary = summaryOf({ remaining: [null, 40, 7, null, 12, null], limit: [null, 60, 60, null, 5_000, null] })
    expect(summary).toEqual({ newest: 12, lowest: 7, limit: 5_000 })
  })

  it("of which nothing is known is nothing, not zero", () => {
    expect(summaryOf({ remaining: [null, null], limit: [null, null] })).toEqual({
      newest: null,
      lowest: null,
      limit: null
    })
    expect(shareLeft(null, 60)).toBe(1)
    expect(summaryOf({ remaining: [0], limit: [null] })).toEqual({ newest: 0, lowest: 0, limit: null })
  })

  it("has points that no line reaches: the first of all, and those with gaps on both sides", () => {
    expect(lonePoints([null, null, 0])).toEqual([2])
    expect(lonePoints([9, null, 8, null, 7, 6, null])).toEqual([0, 2])
    expect(lonePoints([9, 8])).toEqual([])
  })
})
