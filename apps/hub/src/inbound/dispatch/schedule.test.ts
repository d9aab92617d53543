import { expect, it } from "vitest"

import { askedPauseMillis, pauseAfter, PAUSES_MILLIS } from "./schedule.ts"

const HOUR = 3_600_000

it.each([
  ["the usual pause", 1, 0.5, 0, 5_000],
  ["a fifth less", 1, 0, 0, 4_000],
  ["a fifth more", 1, 1, 0, 6_000],
  ["the pause that was asked for", 1, 0.5, HOUR, HOUR],
  ["not sooner than usual", 2, 0.5, 1_000, 300_000],
  ["a day at most", 1, 0.5, 30 * HOUR, 24 * HOUR],
  ["nothing after the last attempt", PAUSES_MILLIS.length + 1, 0.5, HOUR, undefined]
] as const)("waits %s", (_, tries, random, askedMillis, pause) => {
  expect(pauseAfter(tries, random, askedMillis)).toBe(pause)
})

it.each([
  [undefined, 0],
  [" 7 ", 7_000],
  ["Thu, 01 Jan 1970 00:01:00 GMT", 50_000],
  ["Thu, 01 Jan 1970 00:00:05 GMT", 0],
  ["soon", 0]
])("reads Retry-After %s", (value, millis) => expect(askedPauseMillis(value, 10_000)).toBe(millis))
