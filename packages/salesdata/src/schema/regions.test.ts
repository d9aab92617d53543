import { expect, it } from "vitest"

import { readRegion } from "./regions.ts"

it.each([
  ["NSW", "NSW"],
  ["new south wales", "NSW"],
  [" Victoria ", "VIC"],
  ["Tas", "TAS"],
  ["auckland", "Auckland"],
  ["Auckland Region", "Auckland"],
  ["Hawkes Bay", "Hawke's Bay"],
  ["hawke’s bay", "Hawke's Bay"],
  ["Manawatu-Wanganui", "Manawatū-Whanganui"],
  ["Bay of Plenty", "Bay of Plenty"]
])("%s is %s", (input, region) => expect(readRegion(input)).toEqual({ ok: true, value: region }))

it.each(["Sydney", "", "California", "N"])("%j is not a region, and the error lists the valid ones", (input) => {
  const result = readRegion(input)
  expect(result.ok).toBe(false)
  if (!result.ok) expect(result.problem).toMatch(/NSW.*Southland/)
})
