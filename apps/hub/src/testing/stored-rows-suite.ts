/**
 * Rows as a failing disk or another program leaves them: each is read or reported as damaged, and none breaks a reader.
 */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { damaged, inTime, numbers, pick, randomJson, type Next } from "@inlay/core-http/testing/fuzz"
import { readEntry, readRow, readStored, type LedgerRecord, type LookupRecord } from "@inlay/sql-stores/rows"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import * as Seals from "../accounts/vault/account-seals.ts"
import { keyOf } from "../accounts/vault/cipher.ts"
import * as Opening from "../accounts/vault/opening.ts"
import type { AccountRow } from "../storage/AccountRows.ts"
import { temporaryDirectories } from "./temporary.ts"

const WORDS =
  "email:a@b.example question: open settled unknown confirmed store contradicted salesdata/main person".split(" ")
const NUMBERS = [0, 1, -1, 0.5, MAX_CREDITS, MAX_CREDITS + 1, 1e308, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]
const MOMENTS = [Date.UTC(2026, 10, 22), 8.64e15, 8.64e15 + 1, 9_223_372_036_854_775_807n, -1n]

/** What a column may contain once its table has no constraints. */
const column = (next: Next): unknown => {
  switch (next(6)) {
    case 0:
      return pick(next, [null, new Uint8Array([0, 255, 128]), new Uint8Array(), 7n])
    case 1:
      return pick(next, NUMBERS)
    case 2:
      return pick(next, MOMENTS)
    case 3:
      return pick(next, WORDS)
    case 4:
      return JSON.stringify(randomJson(next, WORDS))
    default:
      return damaged(next, JSON.stringify(randomJson(next, WORDS)) ?? "null")
  }
}

/** A valid record, some columns of which contain anything. */
const spoil = <A extends object>(next: Next, record: A): A => {
  const columns = Object.entries(record).map(([name, value]) => [name, next(3) === 0 ? column(next) : value] as const)
  return Object.fromEntries(columns) as A
}

const NOON = Date.UTC(2026, 10, 22, 12)

const LEDGER: LedgerRecord = {
  id: "row",
  scope: "salesdata/main",
  purse: "",
  operation: "person",
  keys: '["email:a@b.example"]',
  estimate: 2,
  charged: 2,
  state: "settled",
  unkept: "store",
  unkept_until_millis: NOON,
  run: "run",
  at_millis: NOON,
  lease_ends_millis: NOON,
  principal: "",
  event: "",
  least_counted: 1
}
const LOOKUP: LookupRecord = {
  id: 1,
  scope: "salesdata/main",
  operation: "person",
  keys: '["email:a@b.example"]',
  match: 1,
  status: 200,
  body: "{}",
  fetched_at_millis: NOON,
  expires_at_millis: NOON
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === "string")
const isMoment = (value: unknown): boolean => typeof value === "number" && Number.isFinite(new Date(value).getTime())
const isCharge = (value: unknown): boolean =>
  value === null || (typeof value === "number" && value >= 0 && value <= MAX_CREDITS)

const ROW: AccountRow = {
  id: "account",
  plugin: "sample",
  name: "main",
  kind: "key",
  settings: '{"base_url":"https://api.example"}',
  revision: "1",
  createdMillis: NOON,
  keyId: "",
  seal: new Uint8Array(),
  secrets: []
}
const SECRET = Buffer.alloc(32, 7)

/** An account row: intact, mixed with parts of another, or sealed with arbitrary field contents. */
const accountRow = (next: Next): AccountRow => {
  const text = (): string =>
    JSON.stringify(randomJson(next, ["expiresAtMillis", "refreshToken", "scopes", "a"])) ?? "null"
  const plain = { ...ROW, ...(next(2) === 0 && { settings: text() }) }
  const key = keyOf(next(8) === 0 ? Buffer.alloc(32, 8) : SECRET)
  const row = Seals.seal(key, "here", plain, { api_key: "secret", ...(next(2) === 0 && { ":grant": text() }) })
  if (next(2) === 0) return row
  const secrets = next(2) === 0 ? row.secrets : row.secrets.map((secret) => spoil(next, secret))
  return { ...spoil(next, row), secrets }
}

/** @param inputs how many rows of each kind */
export const storedRowsSuite = (inputs: number): void => {
  describe(`${inputs} damaged rows of each kind`, () => {
    const directory = temporaryDirectories()

    it("of the ledger: each is whole, or its charge is unknown", () => {
      const next = numbers(5)
      for (let n = 0; n < inputs; n++) {
        const record = spoil(next, LEDGER)
        const { row, isDamaged } = inTime(record.keys, () => readRow(record))
        const isRow =
          [row.id, row.scope, row.purse, row.operation, row.run].every((text) => typeof text === "string") &&
          isTexts(row.keys) &&
          [row.estimate, row.charged].every(isCharge) &&
          [row.atMillis, row.leaseEndsMillis, row.uncachedUntilMillis ?? 0].every(isMoment)
        if (!isRow || (isDamaged && (row.state !== "unknown" || row.charged !== null))) expect.fail(String(n))
      }
    })

    it("of the cache: each is an answer, or none", () => {
      const next = numbers(6)
      for (let n = 0; n < inputs; n++) {
        const record = spoil(next, LOOKUP)
        const entry = inTime([record.keys, record.body], () => readEntry(record))
        const stored = readStored({ ...record, id: 1, key: "email:a@b.example" })
        for (const one of [entry, stored]) {
          if (one !== undefined && !(isTexts(one.keys) && isMoment(one.expiresAtMillis))) expect.fail(String(n))
        }
        if (entry !== undefined && !(Number.isInteger(entry.status) && isMoment(entry.fetchedAtMillis))) {
          expect.fail(JSON.stringify(entry))
        }
      }
    })

    it("of accounts: each opens whole, or is a problem that names it", async () => {
      const next = numbers(7)
      const here = Effect.succeed({ name: "here" })
      const env = { INLAY_SECRET_KEY: SECRET.toString("base64") }
      const opening = Opening.make({ directory: directory(), env }, { directory: here })
      let whole = 0
      for (let n = 0; n < inputs / 5; n++) {
        const row = accountRow(next)
        const [opened] = await inTime(row.settings, () => Effect.runPromise(opening.each([row])))
        if (opened?.account === undefined) {
          expect(opened?.problem).toBeInstanceOf(ProviderError)
          continue
        }
        whole++
        const { settings, grant } = opened.account
        const isObject = typeof settings === "object" && settings !== null && !Array.isArray(settings)
        if (!isObject || !Object.values(settings).every((value) => typeof value === "string")) {
          expect.fail(`settings ${row.settings}`)
        }
        if (grant === undefined) continue
        const { expiresAtMillis, refreshExpiresAtMillis, scopes } = grant
        const isGrant =
          [expiresAtMillis, refreshExpiresAtMillis].every((at) => at === undefined || isMoment(at)) &&
          (scopes === undefined || isTexts(scopes))
        if (!isGrant) expect.fail(`grant ${JSON.stringify(grant)}`)
      }
      expect(whole).toBeGreaterThan(inputs / 100)
    })
  })
}
