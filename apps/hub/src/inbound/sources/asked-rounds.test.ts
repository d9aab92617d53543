import * as Duration from "effect/Duration"
import { expect, it } from "vitest"

import { pauseBeforeAsked, recentStarts } from "./asked-rounds.ts"

/** Starts rounds for changes that never stop, from the second 0. Returns when they began, in seconds. */
const roundsOf = (count: number): ReadonlyArray<number> => {
  let now = 0
  let starts: ReadonlyArray<number> = []
  const all: Array<number> = []
  for (let no = 0; no < count; no++) {
    starts = recentStarts(starts, now)
    now += Duration.toMillis(pauseBeforeAsked(starts, now))
    starts = [...starts, now]
    all.push(now / 1000)
  }
  return all
}

it("the first changes are planned at once, and at most ten times a minute", () => {
  const rounds = roundsOf(25)
  expect(rounds.slice(0, 11)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 60.1])
  for (const start of rounds) {
    expect(rounds.filter((one) => one >= start && one < start + 60).length).toBeLessThanOrEqual(10)
  }
})

it("a clock that is set back by an hour holds up no round", () => {
  const late = Array.from({ length: 10 }, (_, no) => 3_600_000 + no)
  expect(Duration.toMillis(pauseBeforeAsked(recentStarts(late, 0), 0))).toBe(100)
})
