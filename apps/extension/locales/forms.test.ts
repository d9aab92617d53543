import { afterEach, expect, it, vi } from "vitest"

import { clocksIn, daysIn, weekdaysIn } from "./figures.ts"
import { datesIn } from "./forms.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

it.each([
  ["en", "en-US-u-ca-buddhist", "Nov 20, 2026"],
  ["ar", "ar-SA-u-ca-islamic-umalqura", "20 نوفمبر 2026"]
] as const)("dates are of the calendar that services use: %s, %s", (language, browser, text) => {
  vi.stubGlobal("navigator", { languages: [browser] })
  expect(datesIn(language)("2026-11-20").replaceAll("\u00A0", " ")).toBe(text)
})

it.each(["America/Los_Angeles", "Pacific/Auckland"])(
  "a day without a time is the same in every time zone: %s",
  (zone) => {
    vi.stubEnv("TZ", zone)
    const texts = [daysIn, weekdaysIn, datesIn].map((format) => format("en")("2026-11-20").replaceAll("\u00A0", " "))
    expect(texts).toEqual(["Nov 20", "Fri, Nov 20", "Nov 20, 2026"])
  }
)

it.each([
  ["en", "2:03\u00A0PM"],
  ["de", "14:03"],
  ["ar", "2:03\u00A0م"]
] as const)("a time of day stays on one line: %s", (language, text) => {
  vi.stubEnv("TZ", "UTC")
  expect(clocksIn(language)("2026-11-20T14:03:00Z")).toBe(text)
})
