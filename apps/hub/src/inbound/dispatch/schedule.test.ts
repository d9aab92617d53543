import { expect, it } from "vitest"

import { pauseAfter } from "./schedule.ts"

const HOUR = 3_600_000

it.each([
  ["the usual pause", 1, 0.5, 0, 5_000],
  ["a fifth less", 1, 0, 0, 4_000],
  ["a fifth more", 1, 1, 0, 6_000],
  ["the pause that was asked for", 1, 0.5, HOUR, HOUR],
  ["not sooner than usual", 2, 0.5, 1_000, 300_000],
  ["ten hours before the last attempt", 7, 0.5, 0, 10 * HOUR],
  ["nothing after it", 8, 0.5, HOUR, undefined]
] as const)("waits %s", (_, tries, random, askedMillis, pause) => {
  expect(pauseAfter(tries, random, askedMillis)).toBe(pause)
})
