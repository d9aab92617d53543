import { expect, it } from "vitest"

import { shownValue } from "./Card.ts"

const german = (value: number) => value.toLocaleString("de")

it.each([
  ["number", "1240", "1.240"],
  ["number", "-1240.5", "-1.240,5"],
  ["number", "1001-5000", "1001-5000"],
  ["number", "1e+21", "1e+21"],
  ["number", "12345678901234567890", "12345678901234567890"],
  ["number", "", ""],
  ["text", "1240", "1240"],
  ["phone", "1240", "1240"]
] as const)("a %s of %s is shown as %s", (kind, value, text) => expect(shownValue({ kind, value }, german)).toBe(text))
