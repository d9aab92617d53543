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
])("%s is %s", (given, region) => expect(readRegion(given)).toEqual({ ok: true, value: region }))

it.each(["Sydney", "", "California", "N"])("%j is no region, and the answer lists those that are", (given) => {
  const read = readRegion(given)
  expect(read.ok).toBe(false)
  if (!read.ok) expect(read.problem).toMatch(/NSW.*Southland/)
})
