import { expect, it } from "vitest"

import * as Pace from "./pace.ts"

/** Deliveries at a constant rate over a period. */
const stream = (pace: Pace.Pace, perSecond: number, fromMillis: number, toMillis: number) => {
  for (let now = fromMillis; now < toMillis; now += 1000 / perSecond) pace.arrived(now)
}

it("does not delay reading if few arrive", () => {
  const pace = Pace.make()
  pace.upToDate(1_000)
  stream(pace, 900, 1_000, 2_000)
  expect(pace.pauseMillis(2_000)).toBe(0)
})

it("holds it back while they stream in, and lets go when they end", () => {
  const pace = Pace.make()
  pace.upToDate(1_000)
  stream(pace, 2_000, 1_000, 2_000)
  expect(pace.pauseMillis(2_000)).toBeGreaterThan(0)
  expect(pace.pauseMillis(2_050)).toBeGreaterThan(0)
  expect(pace.pauseMillis(2_300)).toBe(0)
})

it("lets go after some seconds in which not everything was read, until it was", () => {
  const pace = Pace.make()
  pace.upToDate(1_000)
  stream(pace, 2_000, 1_000, 11_500)
  expect(pace.pauseMillis(11_500)).toBe(0)
  pace.upToDate(11_500)
  expect(pace.pauseMillis(11_500)).toBeGreaterThan(0)
})
