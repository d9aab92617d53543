import { expect, it } from "vitest"

import { numberOf, typedNumber } from "./typed-number.ts"

it.each([
  ["1.5", "en", 1.5],
  ["1.500", "en", 1.5],
  ["1,5", "de", 1.5],
  ["1.5", "de", 1.5],
  ["0.125", "de", 0.125],
  ["1500", "de", 1500],
  ["١٫٥", "ar", 1.5],
  ["1.500", "ar", 1.5]
] as const)("%s in a page in %s is %d", (typed, language, number) => {
  expect(numberOf(typedNumber(typed), language)).toBe(number)
})

it.each([
  ["1.500", "de"],
  ["12.000", "de"],
  ["1,500", "en"],
  ["1,500", "de"],
  ["many", "en"]
] as const)("%s in a page in %s is no number, because it may be a thousand times as much", (typed, language) => {
  expect(numberOf(typedNumber(typed), language)).toBeNaN()
})
