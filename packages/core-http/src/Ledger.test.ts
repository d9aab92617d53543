import { assert, describe, it } from "@effect/vitest"

import { counted, dayStart, isUnknown, layerMemory } from "./Ledger.ts"
import { ledgerSuite } from "./testing/index.ts"

ledgerSuite("in memory", () => layerMemory)

describe("rows", () => {
  it.each([
    ["settled", 1, 2, 1],
    ["settled", null, 2, 0],
    ["open", null, 2, 2],
    ["unknown", null, 2, 2],
    ["confirmed", null, 2, 2],
    ["open", null, null, 0]
  ] as const)("%s, charged %s, estimated %s: counts %s", (state, charged, estimate, credits) => {
    assert.strictEqual(counted({ state, charged, estimate }), credits)
  })

  it.each([
    ["unknown", 100, true],
    ["open", 100, false],
    ["open", 50, true],
    ["settled", 0, false],
    ["confirmed", 0, false]
  ] as const)("%s with a lease until %s at 50: unknown is %s", (state, leaseEndsMillis, expected) => {
    assert.strictEqual(isUnknown({ state, leaseEndsMillis }, 50), expected)
  })

  it("begins a day at 00:00 UTC", () => {
    const midnight = Date.UTC(2026, 1, 28)
    assert.strictEqual(dayStart(midnight), midnight)
    assert.strictEqual(dayStart(midnight + 86_399_999), midnight)
    assert.strictEqual(dayStart(midnight - 1), midnight - 86_400_000)
  })
})
