import { describe, expect, it } from "vitest"

import { screenOf, widthOf } from "./Screen.ts"

const coloured = (stream: Parameters<typeof screenOf>[0], env: Record<string, string> = {}) =>
  screenOf(stream, env).style.red("x") !== "x"

describe("a screen", () => {
  it("has colours on a terminal alone, and never against NO_COLOR", () => {
    expect(coloured({ isTTY: true })).toBe(true)
    expect(coloured({ isTTY: true }, { NO_COLOR: "" })).toBe(true)
    expect(coloured({ isTTY: true }, { NO_COLOR: "1" })).toBe(false)
    expect(coloured({ isTTY: true }, { TERM: "dumb" })).toBe(false)
    expect(coloured({ isTTY: false })).toBe(false)
    expect(coloured({})).toBe(false)
  })

  it("is as wide as the terminal, within reason, and 80 columns elsewhere", () => {
    expect(screenOf({ isTTY: true, columns: 72 }, {}).columns).toBe(72)
    expect(screenOf({ isTTY: true, columns: 300 }, {}).columns).toBe(100)
    expect(screenOf({ isTTY: true, columns: 10 }, {}).columns).toBe(40)
    expect(screenOf({ columns: 300 }, {}).columns).toBe(80)
  })

  it("is as wide as COLUMNS says, if nothing is known of the terminal", () => {
    expect(screenOf({}, { COLUMNS: "40" }).columns).toBe(40)
    expect(screenOf({}, { COLUMNS: "160" })).toMatchObject({ columns: 100, wide: 160 })
    expect(screenOf({ isTTY: true, columns: 72 }, { COLUMNS: "40" }).columns).toBe(72)
    for (const text of ["", "0", "-5", "wide", "4e9", "1.5"])
      expect([text, screenOf({}, { COLUMNS: text }).columns]).toEqual([text, 80])
  })

  it("counts cells, not code units", () => {
    expect(widthOf("日本")).toBe(4)
    expect(widthOf("é")).toBe(1)
    expect(widthOf(screenOf({ isTTY: true }, {}).style.bold("abc"))).toBe(3)
  })
})
