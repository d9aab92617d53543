/** Tests the checker itself: consistent evidence passes, and each kind of inconsistency is named. */
import { expect, it } from "vitest"

import { violations, type Call, type Evidence } from "./check.ts"
import type { LedgerRow } from "./ledger.ts"
import type { Line } from "./process.ts"

const row = (id: string, of: Partial<LedgerRow> = {}): LedgerRow => ({
  id,
  scope: "salesdata/env",
  operation: "enrichPerson",
  keys: '["email:ada@firm.example"]',
  estimate: 2,
  charged: 2,
  state: "settled",
  unkept: null,
  run: "one",
  at_millis: 1_000,
  lease_ends_millis: 9_000,
  ...of
})

const call = (number: number, idempotencyKey: string | null, charged = 2): Call => ({
  number,
  at: "2026-01-02T03:04:05.000Z",
  operation: "enrich_person",
  path: "/enrich/person",
  idempotencyKey,
  fault: null,
  status: 200,
  charged,
  chargedFor: charged > 0 ? "per_1" : null
})

const question = (number: number, asksAgain = false): Line => ({
  at: "asked",
  number,
  subject: "per_1",
  asksAgain,
  about: ["per_1"]
})
const answer = (number: number, charged: number, digest = "d"): Line => ({
  at: "answered",
  number,
  subject: "per_1",
  outcome: "answer",
  charged,
  basis: charged > 0 ? "provider" : "cache",
  digest
})
const lostAnswer = (number: number): Line => ({
  at: "answered",
  number,
  subject: "per_1",
  outcome: "error",
  error: {
    reason: "Timeout",
    message: "",
    provider: "salesdata",
    operation: "enrichPerson",
    charged: "unknown"
  }
})

/** A paid call that was lost, confirmed, bought again, then answered from the cache. */
const right: Evidence = {
  seed: 1,
  cap: 4,
  seconds: 1,
  kills: 0,
  outages: 0,
  fullDisks: 0,
  restarts: 0,
  clocksOff: [],
  startedAtMillis: 500,
  readAtMillis: 10_000,
  peak: 4,
  directory: { people: [{ id: "per_1", slug: "ada", emails: ["ada@firm.example"], price: 2 }], companies: [] },
  rows: [row("a", { state: "confirmed", charged: null }), row("b", { at_millis: 2_000 })],
  calls: [call(1, "a"), call(2, "b")],
  charges: { total: 4, items: [{ id: "per_1", credits: 4, times: 2 }] },
  lines: [question(1), lostAnswer(1), question(2, true), answer(2, 2), question(3), answer(3, 0)],
  lastRoundFrom: 3
}

it("finds nothing wrong with right books", () => {
  expect(violations(right)).toEqual([])
})

const [first, second] = right.rows as [LedgerRow, LedgerRow]

const wrong: ReadonlyArray<readonly [name: string, change: Partial<Evidence>, says: RegExp]> = [
  ["a call without a row", { calls: [...right.calls, call(3, "c", 0)] }, /call 3 has no row/],
  ["a call that names none", { calls: [...right.calls, call(3, null, 0)] }, /call 3 to \/enrich\/person names no row/],
  ["a row charged twice", { calls: [call(1, "a"), call(2, "b"), call(3, "b")] }, /row b .* charged 2 times/],
  ["a charge above its estimate", { rows: [first, { ...second, estimate: 1 }] }, /row b .*: 2 exceed 1/],
  ["a settled row of another amount", { rows: [first, { ...second, charged: 1 }] }, /row b .* says 1, .* charged 2/],
  ["a settled row without a charge", { calls: [call(1, "a"), call(2, "b", 0)] }, /row b .* says 2, .* charged 0/],
  ["a row left open", { rows: [first, { ...second, state: "open", lease_ends_millis: 11_000 }] }, /still open/],
  ["another total", { charges: { total: 5, items: [] } }, /settled 2 and unknown 2 are not the provider's 5/],
  ["a repeat nobody confirmed", { rows: [{ ...first, state: "unknown" }, second] }, /per_1 was charged 2 times/],
  [
    "a confirmation nobody gave",
    { lines: [question(1), lostAnswer(1), question(2), answer(2, 2)] },
    /the user said so 0 times/
  ],
  ["a cap passed by charges", { cap: 3 }, /call 2 passed the cap: 4 of 3/],
  ["a cap passed by the ledger for a moment", { peak: 5 }, /the ledger held 5 of 4/],
  [
    "a charge that nobody was told of",
    { lines: [question(1), lostAnswer(1), question(2, true), answer(2, 1)] },
    /were told of 1/
  ],
  [
    "an unknown row that nobody was told of",
    { lines: [question(2, true), answer(2, 2)] },
    /only 0 lookups were told so/
  ],
  ["a row of another time", { rows: [first, { ...second, at_millis: 99_000 }] }, /row b .* is dated 1970/],
  [
    "somebody else's record",
    { lines: [...right.lines.slice(0, -1), { ...answer(3, 0), about: "per_2" } as Line] },
    /per_1 was asked for, and per_2 answered/
  ],
  ["another answer from the cache", { lines: [...right.lines, answer(4, 0, "other")] }, /cache was never bought/]
]

it.each(wrong)("names %s", (_, change, says) => {
  expect(violations({ ...right, ...change }).join("\n")).toMatch(says)
})
