import { describe, expect, it } from "vitest"

import { readEntry, readRow, readStored, wholeMillis, type LedgerRecord, type LookupRecord } from "./rows.ts"

const PURCHASE: LedgerRecord = {
  id: "1",
  scope: "sample/main",
  purse: "key",
  operation: "people",
  keys: '["email:ada@acme.example"]',
  estimate: 3,
  charged: 2,
  state: "settled",
  unkept: "store",
  unkept_until_millis: 30,
  run: "run",
  at_millis: 10,
  lease_ends_millis: 20,
  principal: "token:1",
  event: "",
  least_counted: 1.5
}

describe("a purchase", () => {
  it("is read as it was stored, without the caller or event that it has not", () => {
    expect(readRow(PURCHASE)).toEqual({
      isDamaged: false,
      row: {
        id: "1",
        scope: "sample/main",
        purse: "key",
        operation: "people",
        keys: ["email:ada@acme.example"],
        estimate: 3,
        charged: 2,
        state: "settled",
        uncached: "store",
        uncachedUntilMillis: 30,
        run: "run",
        atMillis: 10,
        leaseEndsMillis: 20,
        principal: "token:1",
        leastCounted: 1.5
      }
    })
    const optional = { estimate: null, charged: null, unkept: null, unkept_until_millis: null, least_counted: null }
    expect(readRow({ ...PURCHASE, ...optional }).isDamaged).toBe(false)
  })

  it.each<[keyof LedgerRecord, ...ReadonlyArray<unknown>]>([
    ["id", 1, null],
    ["scope", 1, null],
    ["purse", new Uint8Array()],
    ["operation", null],
    ["run", 0],
    ["keys", null, "", "{}", "[1]"],
    ["estimate", -1, "3", Infinity, Number.NaN],
    ["charged", -1, "2", Infinity],
    ["least_counted", -1, "2", Infinity],
    ["state", "bought", null],
    ["unkept", "lost", 1],
    ["unkept_until_millis", -1, 1.5, "30"],
    ["at_millis", null, -1, 1.5, 8.64e15 + 2, 10n],
    ["lease_ends_millis", null, -1, 1.5]
  ])("whose %s is damaged has an unknown charge", (column, ...values) => {
    for (const value of values) {
      const { row, isDamaged } = readRow({ ...PURCHASE, [column]: value })
      expect([value, isDamaged, row.state, row.charged, row.leastCounted]).toEqual([
        value,
        true,
        "unknown",
        null,
        undefined
      ])
    }
  })
})

const ANSWER: LookupRecord = {
  id: 1,
  scope: "sample/main",
  operation: "people",
  keys: '["email:ada@acme.example"]',
  match: 1,
  status: 200,
  body: '{"name":"Ada"}',
  fetched_at_millis: 10,
  expires_at_millis: 20
}

describe("a cached answer", () => {
  it("is read as it was stored", () => {
    const answer = { keys: ["email:ada@acme.example"], match: true, status: 200, body: { name: "Ada" } }
    expect(readEntry(ANSWER)).toEqual({
      ...answer,
      scope: "sample/main",
      operation: "people",
      fetchedAtMillis: 10,
      expiresAtMillis: 20
    })
    expect(readStored({ ...ANSWER, id: 1, key: "email:ada@acme.example" })).toEqual({ ...answer, expiresAtMillis: 20 })
  })

  it.each<[keyof LookupRecord, boolean, ...ReadonlyArray<unknown>]>([
    ["scope", false, null],
    ["operation", false, 1],
    ["keys", true, "", "{}", "[null]"],
    ["match", true, 2, null, true],
    ["status", true, -1, 1_000, 200.5, "200"],
    ["body", true, "{", null],
    ["fetched_at_millis", false, -1, null],
    ["expires_at_millis", true, 1.5, 8.64e15 + 2]
  ])("whose %s is damaged is none", (column, isStored, ...values) => {
    for (const value of values) {
      const record = { ...ANSWER, [column]: value }
      expect([value, readEntry(record)]).toEqual([value, undefined])
      if (isStored) expect([value, readStored({ ...record, id: 1, key: "" })]).toEqual([value, undefined])
    }
  })
})

it("a time is stored as a whole number that a date can have, and never ends before what it stands for", () => {
  expect([10, 10.2, 1e300, null].map((millis) => wholeMillis(millis))).toEqual([10, 11, 8.64e15, null])
})
