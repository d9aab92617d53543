import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { callersLedgerSuite } from "../testing/index.ts"
import { capReached, countedCredits, dayStart, isUnknown, Ledger, layerMemory, openRow, withOutcome } from "./Ledger.ts"

callersLedgerSuite("in memory", () => layerMemory)

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

const heapUsed = Effect.sync(() => {
  collect()
  return process.memoryUsage().heapUsed
})

it.effect("in memory: settled rows keep their credits and take no memory", () =>
  Effect.gen(function* () {
    const ledger = yield* Ledger
    const rounds = 20_000
    const nowMillis = Date.UTC(2026, 1, 28)
    const before = yield* heapUsed
    for (let n = 0; n < rounds; n++) {
      const reservation = yield* ledger.reserve({
        scope: "account",
        purse: "",
        operation: "enrichPerson",
        keys: [`email:${n}@example.com`],
        estimate: 2,
        run: "run",
        nowMillis,
        leaseMillis: 1_000,
        caps: { day: 2 * rounds },
        decision: "block"
      })
      if (reservation._tag !== "Reserved") return assert.fail(reservation._tag)
      yield* ledger.settle(reservation.id, { state: "settled", charged: 2 })
    }
    assert.isBelow((yield* heapUsed) - before, 1024 * 1024)
    const all = { day: 2 * rounds, run: 2 * rounds }
    assert.deepStrictEqual(yield* ledger.spent({ scope: "account", purse: "" }, { nowMillis, run: "run" }), all)
    assert.deepStrictEqual(
      yield* ledger.spent({ scope: "account", purse: "" }, { nowMillis: nowMillis + 86_400_000, run: "other" }),
      {
        day: 0,
        run: 0
      }
    )
  }).pipe(Effect.provide(layerMemory))
)

describe("rows", () => {
  it.each([
    ["settled", 1, 2, 1],
    ["settled", null, 2, 0],
    ["open", null, 2, 2],
    ["unknown", null, 2, 2],
    ["confirmed", null, 2, 2],
    ["open", null, null, 0]
  ] as const)("%s, charged %s, estimated %s: counts %s", (state, charged, estimate, credits) => {
    assert.strictEqual(countedCredits({ state, charged, estimate }), credits)
  })

  it.each([
    ["settled", 0, 2],
    ["settled", null, 2],
    ["settled", 3, 3],
    ["unknown", null, 4]
  ] as const)("%s, charged %s, at least 2: counts %s", (state, charged, credits) => {
    assert.strictEqual(countedCredits({ state, charged, estimate: 4, leastCounted: 2 }), credits)
  })

  it("with an outcome count it, whatever somebody said before", () => {
    const reservation = { scope: "a", purse: "", operation: "o", keys: [], estimate: 4, run: "r", nowMillis: 0 }
    const row = openRow("id", { ...reservation, leaseMillis: 1, caps: {}, decision: "block" })
    assert.strictEqual(countedCredits(withOutcome({ ...row, leastCounted: 3 }, { state: "settled", charged: 1 })), 1)
  })

  it.each([
    ["unknown", 100, true],
    ["open", 100, false],
    ["open", 50, true],
    ["settled", 0, false],
    ["confirmed", 0, false]
  ] as const)("%s with a lease until %s at 50: unknown is %s", (state, leaseEndsMillis, expected) => {
    assert.strictEqual(isUnknown({ state, atMillis: 0, leaseEndsMillis }, 50), expected)
  })

  it("begins a day at 00:00 UTC", () => {
    const midnight = Date.UTC(2026, 1, 28)
    assert.strictEqual(dayStart(midnight), midnight)
    assert.strictEqual(dayStart(midnight + 86_399_999), midnight)
    assert.strictEqual(dayStart(midnight - 1), midnight - 86_400_000)
  })
})

it.each([
  [0.2, 0.1, 0.3, false],
  [0.7, 0.2, 0.9, false],
  [0.2, 0.1, 0.299, true],
  [0, 0, 0, false],
  [Number.NaN, 0, 1, true]
])("%s spent and %s more exceed a cap of %s: %s", (day, estimate, limit, isReached) => {
  assert.strictEqual(capReached({ day: limit }, { day, run: 0 }, estimate) !== undefined, isReached)
})
