import { expect, it } from "vitest"

import { overCap, priceOf } from "./price.ts"

const HERE = { account: "default" }

it.each([
  { caps: {}, cap: null, over: false },
  { caps: { day: 50 }, cap: { kind: "day", limit: 50, left: 37 }, over: false },
  { caps: { run: 10 }, cap: { kind: "run", limit: 10, left: 6 }, over: false },
  { caps: { run: 10, day: 50 }, cap: { kind: "run", limit: 10, left: 6 }, over: false },
  { caps: { run: 10, day: 14 }, cap: { kind: "day", limit: 14, left: 1 }, over: true },
  { caps: { run: 5, day: 14 }, cap: { kind: "run", limit: 5, left: 1 }, over: true },
  { caps: { run: 6 }, cap: { kind: "run", limit: 6, left: 2 }, over: false },
  // The cap was lowered below what is already spent.
  { caps: { day: 3, run: 100 }, cap: { kind: "day", limit: 3, left: -10 }, over: true }
])("with caps $caps the tighter one is $cap", ({ caps, cap, over }) => {
  const price = priceOf({ caps, spent: { day: 13, run: 4 }, estimate: 2 }, HERE)
  expect(price).toEqual({ upTo: 2, spentToday: 13, cap })
  expect(overCap(price)).toBe(over)
})

it("allows no unknown price under a cap, as in the worker", () => {
  expect(overCap(priceOf({ caps: { day: 50 }, spent: { day: 0, run: 0 }, estimate: null }, HERE))).toBe(true)
  expect(overCap(priceOf({ caps: {}, spent: { day: 0, run: 0 }, estimate: null }, HERE))).toBe(false)
})

it.each([
  [0.3, 0.2, 0.1, false],
  [0.9, 0.2, 0.7, false],
  [0.299, 0.2, 0.1, true]
])("under a cap of %s, of which %s are spent, %s more exceed it as in the worker: %s", (day, spent, estimate, over) => {
  expect(overCap(priceOf({ caps: { day }, spent: { day: spent, run: 0 }, estimate }, HERE))).toBe(over)
})

it("at the hub a run is the hub's process, not the browser session", () => {
  const { cap } = priceOf({ caps: { run: 10 }, spent: { day: 13, run: 4 }, estimate: 2 }, { account: "hub:team" })
  expect(cap).toEqual({ kind: "hubRun", limit: 10, left: 6 })
})
