/** Reads records of a damaged browser: each is either read or rejected. `INLAY_FUZZ` sets the number of inputs. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import type { Row } from "@inlay/core-http/Ledger"
import type { Entry } from "@inlay/core-http/LookupCache"
import { inTime, numbers, randomJson, type Next } from "@inlay/core-http/testing/fuzz"
import { expect, it } from "vitest"

import { readEntry, readRow } from "./records.ts"

const INPUTS = Number(process.env["INLAY_FUZZ"] ?? 5_000)
const WORDS = ["email:a@b.example", "open", "settled", "unknown", "store", "contradicted", "salesdata/browser"]
const ODD = [
  undefined,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0.5,
  MAX_CREDITS + 1,
  8.64e15,
  8.64e15 + 1,
  7n,
  new Date(0),
  new Uint8Array(2),
  new Map()
]
const NOON = Date.UTC(2026, 10, 22, 12)

const ROW: Row = {
  id: "row",
  scope: "salesdata/browser",
  purse: "",
  operation: "person",
  keys: ["email:a@b.example"],
  estimate: 2,
  charged: 2,
  state: "settled",
  uncached: "store",
  uncachedUntilMillis: NOON,
  run: "session",
  atMillis: NOON,
  leaseEndsMillis: NOON
}
const ENTRY: Entry = {
  scope: "salesdata/browser",
  operation: "person",
  keys: ["email:a@b.example"],
  match: true,
  status: 200,
  body: {},
  fetchedAtMillis: NOON,
  expiresAtMillis: NOON
}

/** Returns a good record in which some fields hold anything that a browser can store. */
const spoil = <A extends object>(next: Next, record: A): A => {
  const anything = () => (next(2) === 0 ? ODD[next(ODD.length)] : randomJson(next, WORDS, 3))
  const fields = Object.entries(record).map(([name, value]) => [name, next(3) === 0 ? anything() : value] as const)
  return Object.fromEntries(fields) as A
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string")
const isMoment = (value: unknown): boolean => typeof value === "number" && Number.isFinite(new Date(value).getTime())
const isCharge = (value: unknown): boolean =>
  value === null || (typeof value === "number" && value >= 0 && value <= MAX_CREDITS)

it("a purchase is valid, or its charge is unknown", () => {
  const next = numbers(8)
  for (let n = 0; n < INPUTS; n++) {
    const record = spoil(next, ROW)
    const row = inTime(record.keys, () => readRow(record))
    const isRow =
      [row.purse, row.run].every((text) => typeof text === "string") &&
      isTexts(row.keys) &&
      [row.estimate, row.charged].every(isCharge) &&
      [row.atMillis, row.leaseEndsMillis, row.uncachedUntilMillis ?? 0].every(isMoment)
    if (!isRow || (row !== record && (row.state !== "unknown" || row.charged !== null))) expect.fail(String(n))
  }
})

it("an answer is valid, or absent", () => {
  const next = numbers(9)
  for (let n = 0; n < INPUTS; n++) {
    const record = next(10) === 0 ? (randomJson(next, WORDS) as Entry) : spoil(next, ENTRY)
    const entry = inTime(record, () => readEntry(record))
    if (entry === undefined) continue
    const isEntry =
      isTexts(entry.keys) &&
      typeof entry.match === "boolean" &&
      Number.isInteger(entry.status) &&
      [entry.fetchedAtMillis, entry.expiresAtMillis].every(isMoment)
    if (!isEntry) expect.fail(String(n))
  }
})
