import { afterEach, expect, it, vi } from "vitest"

import { datesIn } from "./forms.ts"

afterEach(() => vi.unstubAllGlobals())

it.each([
  ["en", "en-US-u-ca-buddhist", "Nov 20, 2026"],
  ["ar", "ar-SA-u-ca-islamic-umalqura", "20 نوفمبر 2026"]
] as const)("dates are of the calendar that services use: %s, %s", (language, browser, text) => {
  vi.stubGlobal("navigator", { languages: [browser] })
  expect(datesIn(language)("2026-11-20").replaceAll("\u00A0", " ")).toBe(text)
})
