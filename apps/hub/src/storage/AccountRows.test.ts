/** Stored accounts as rows and leases on them, on both databases. */
import { assert, describe, it } from "@effect/vitest"
import { LookupCache } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import { AccountRows, type AccountRow } from "./AccountRows.ts"

const { all } = backends()

const NOON = Date.UTC(2026, 10, 22, 12)

const accountRow = (id: string, name: string): AccountRow => ({
  id,
  plugin: "sample",
  name,
  kind: "key",
  settings: "{}",
  revision: `revision-${id}`,
  createdMillis: NOON,
  keyId: "key",
  seal: new Uint8Array([0, 255, 1]),
  origin: id,
  // In byte order, which differs from alphabetical order.
  secrets: ["B", "_", "a", "b", "é"].map((field) => ({ field, keyId: "key", sealed: new Uint8Array([1, 2]) }))
})

describe.each(all)("$name", ({ stores }) => {
  it.live("accounts come back as they were put, in the order of names, their secrets in the order of bytes", () =>
    Effect.gen(function* () {
      const rows = yield* AccountRows
      yield* rows.put(accountRow("2", "team-2"))
      yield* rows.put(accountRow("1", "team-10"))
      yield* rows.put({ ...accountRow("2", "team-2"), settings: '{"a":1}' })
      assert.deepStrictEqual(yield* rows.all, [
        { ...accountRow("2", "team-2"), settings: '{"a":1}' },
        accountRow("1", "team-10")
      ])
      assert.deepStrictEqual(
        (yield* rows.names).map((one) => one.name),
        ["team-2", "team-10"]
      )
      assert.strictEqual(yield* rows.revisions, "revision-1,revision-2")
      yield* rows.remove("1")
      assert.strictEqual(yield* rows.revisions, "revision-2")
      assert.match((yield* rows.directory).name, /^[0-9a-f]{32}$/)
    }).pipe(Effect.provide(stores()))
  )

  it.live("an account's cached answers go along to its new name, and replace what an earlier one left there", () =>
    Effect.gen(function* () {
      const rows = yield* AccountRows
      const cache = yield* LookupCache
      const answer = (scope: string, body: string) => ({
        scope,
        operation: "enrichPerson",
        keys: ["profile:ada"],
        match: true,
        status: 200,
        body,
        fetchedAtMillis: NOON,
        expiresAtMillis: NOON + 1000
      })
      const answersOf = (scope: string) =>
        Effect.map(cache.find({ scope, operation: "enrichPerson", keys: ["profile:ada"] }, NOON), (entries) =>
          entries.map(({ body }) => body)
        )
      for (const scope of ["sample/main@https://a.example", "sample/main", "sample/main-2"]) {
        yield* cache.store(answer(scope, scope))
      }
      yield* cache.store(answer("sample/prod@https://a.example", "left behind"))

      yield* rows.moveAnswers(accountRow("1", "main"), accountRow("2", "prod"))
      assert.deepStrictEqual(yield* answersOf("sample/prod@https://a.example"), ["sample/main@https://a.example"])
      assert.deepStrictEqual(yield* answersOf("sample/prod"), ["sample/main"])
      assert.deepStrictEqual(yield* answersOf("sample/main-2"), ["sample/main-2"])
      assert.deepStrictEqual(yield* answersOf("sample/main"), [])
      assert.deepStrictEqual(yield* answersOf("sample/main@https://a.example"), [])
      yield* cache.clear("sample/prod")
      assert.deepStrictEqual(yield* answersOf("sample/prod@https://a.example"), [])
    }).pipe(Effect.provide(stores()))
  )

  it.live("a lease is one holder's until it ends", () =>
    Effect.gen(function* () {
      const rows = yield* AccountRows
      yield* rows.put(accountRow("1", "main"))
      const lease = (holder: string, nowMillis: number) =>
        rows.lease({ accountId: "1", holder }, nowMillis, nowMillis + 45_000)
      assert.isTrue(yield* lease("one", NOON))
      assert.isFalse(yield* lease("two", NOON + 44_999))
      assert.isTrue(yield* lease("one", NOON + 10))
      assert.isTrue(yield* lease("two", NOON + 45_010))
      yield* rows.release({ accountId: "1", holder: "one" })
      assert.isFalse(yield* lease("three", NOON + 45_011))
      yield* rows.release({ accountId: "1", holder: "two" })
      assert.isTrue(yield* lease("three", NOON + 45_012))
      // A lease that ends later than any lease does was written with a wrong clock.
      assert.isTrue(yield* lease("three", NOON + 300_000))
      assert.isFalse(yield* lease("four", NOON))
      assert.isTrue(yield* lease("four", NOON - 1))
    }).pipe(Effect.provide(stores()))
  )

  it.live("one of many at once gets a lease", () =>
    Effect.gen(function* () {
      const rows = yield* AccountRows
      yield* rows.put(accountRow("1", "main"))
      const granted = yield* Effect.forEach(
        Array.from({ length: 20 }, (_, n) => `holder ${n}`),
        (holder) => rows.lease({ accountId: "1", holder }, NOON, NOON + 45_000),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(granted.filter(Boolean).length, 1)
    }).pipe(Effect.provide(stores()))
  )

  it.live("what else is sealed is found with its key, and takes another seal", () =>
    Effect.gen(function* () {
      const rows = yield* AccountRows
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO oauth_keys ${sql.insert({ id: 1, key_id: "old", sealed: "c2VhbA==" })}`
      const seal = { kind: "oauth keys", id: "1", keyId: "old", sealed: "c2VhbA==" } as const
      assert.deepStrictEqual(yield* rows.otherSeals, [seal])
      assert.isTrue(yield* rows.replaceOtherSeal(seal, { keyId: "new", sealed: "bmV3" }))
      assert.deepStrictEqual(yield* rows.otherSeals, [{ ...seal, keyId: "new", sealed: "bmV3" }])
      // It is no longer the seal that was read.
      assert.isFalse(yield* rows.replaceOtherSeal(seal, { keyId: "late", sealed: "bGF0ZQ==" }))
      assert.deepStrictEqual(yield* rows.otherKeyIds, ["new"])
    }).pipe(Effect.provide(stores()))
  )

  it.live("what one transaction has alone, no other changes meanwhile", () =>
    Effect.gen(function* () {
      const rows = yield* AccountRows
      // Reads, waits, and writes based on what it read: two concurrent runs would write the same name.
      const rename = rows.exclusively(
        Effect.gen(function* () {
          const [one] = yield* rows.all
          yield* Effect.sleep(20)
          yield* rows.put({ ...accountRow("1", `${one?.name ?? ""}x`) })
        })
      )
      yield* Effect.all(
        Array.from({ length: 5 }, () => rename),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        (yield* rows.names).map((one) => one.name),
        ["xxxxx"]
      )
    }).pipe(Effect.provide(stores()))
  )
})
