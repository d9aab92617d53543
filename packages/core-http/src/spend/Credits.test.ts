import { assert, it } from "vitest"

import { MAX_CREDITS, readCredits } from "./Credits.ts"

it.each([
  [0, 0],
  [2.5, 2.5],
  [MAX_CREDITS, MAX_CREDITS],
  ["2", 2],
  [" 1.50 ", 1.5],
  [MAX_CREDITS + 1, undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ["1e400", undefined],
  ["1e3", undefined],
  ["-1", undefined],
  ["0x10", undefined],
  ["", undefined],
  ["9".repeat(400), undefined],
  [null, undefined],
  [true, undefined],
  [[2], undefined],
  [{ charged: 2 }, undefined]
])("%j is read as %s credits", (value, credits) => assert.strictEqual(readCredits(value), credits))
