import { assert, describe, it } from "@effect/vitest"
import { Ledger, type Reservation } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { StorageError } from "@inlay/core-http/StorageError"
import { ledgerSuite, lookupCacheSuite } from "@inlay/core-http/testing"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"

import { databaseWithPayers, put, rowsOf } from "../tests/vault-world.ts"
import * as cache from "./cache.ts"
import * as clock from "./clock.ts"
import { Database, databaseOver } from "./database/Database.ts"
import { HubVault } from "./hub.ts"
import * as Keys from "./keys.ts"
import * as ledger from "./ledger.ts"
import { noteStore } from "./notes.ts"
import { notificationStore } from "./notifications.ts"
import { watchedRepositories, type WatchedRecord } from "./watched.ts"

const fresh = () => databaseWithPayers()

ledgerSuite("Ledger over IndexedDB", () => Layer.provide(ledger.layer, fresh()))
lookupCacheSuite("LookupCache over IndexedDB", () => Layer.provide(cache.layer, fresh()))

const NOW = Date.UTC(2026, 4, 5, 12)

const reservation: Reservation = {
  scope: "account",
  purse: "",
  operation: "enrichPerson",
  keys: ["slug:ann"],
  estimate: 2,
  run: "session",
  nowMillis: NOW,
  leaseMillis: 60_000,
  caps: {},
  decision: "block" as const
}

describe("a worker that follows a dead one", () => {
  /** Runs an effect over the database that both workers share. */
  const over = <A, E>(effect: Effect.Effect<A, E, Ledger | LookupCache | Database>) =>
    Effect.suspend(() => {
      const database = fresh()
      return Effect.provide(effect, Layer.provideMerge(Layer.merge(ledger.layer, cache.layer), database))
    })

  /** The ledger of a worker that starts now. */
  const nextWorker = Effect.flatMap(Database, (database) =>
    Effect.provide(Ledger, Layer.fresh(ledger.layer)).pipe(Effect.provideService(Database, database))
  )

  it.effect("counts open rows as unknown at once, whatever their lease says", () =>
    over(
      Effect.gen(function* () {
        const { reserve, unknowns } = yield* Ledger
        yield* reserve(reservation)
        assert.deepStrictEqual(yield* reserve(reservation), { _tag: "Busy" })
        assert.deepStrictEqual(yield* unknowns(reservation, NOW), [])
        const next = yield* nextWorker
        assert.strictEqual((yield* next.unknowns(reservation, NOW)).length, 1)
        assert.deepStrictEqual(yield* next.reserve(reservation), { _tag: "UnknownCharge", since: NOW })
        assert.deepStrictEqual(yield* next.spent(reservation, { nowMillis: NOW, run: "session" }), { day: 2, run: 2 })
        assert.strictEqual((yield* next.reserve({ ...reservation, decision: "ask_again" }))._tag, "Reserved")
        // Its own row is open, and the earlier one confirmed.
        assert.deepStrictEqual(yield* next.reserve(reservation), { _tag: "Busy" })
        assert.deepStrictEqual(yield* next.unknowns(reservation, NOW), [])
      })
    )
  )

  it.effect("leaves settled, unknown and confirmed rows as they are", () =>
    over(
      Effect.gen(function* () {
        const { reserve, settle } = yield* Ledger
        const first = yield* reserve(reservation)
        if (first._tag !== "Reserved") return assert.fail()
        yield* settle(first.id, { state: "settled", charged: 1 })
        const second = yield* reserve(reservation)
        if (second._tag !== "Reserved") return assert.fail()
        yield* settle(second.id, { state: "unknown" })
        const third = yield* reserve({ ...reservation, decision: "ask_again" })
        if (third._tag !== "Reserved") return assert.fail()
        yield* settle(third.id, { state: "settled", charged: 0 })
        const { spent, unknowns } = yield* nextWorker
        assert.deepStrictEqual(yield* unknowns(reservation, NOW), [])
        assert.deepStrictEqual(yield* spent(reservation, { nowMillis: NOW, run: "session" }), { day: 3, run: 3 })
      })
    )
  )

  it.effect("deletes answers that have expired, and only those", () =>
    over(
      Effect.gen(function* () {
        const answers = yield* LookupCache
        const entry = { scope: "account", operation: "enrichPerson", match: true, status: 200, body: {} }
        yield* answers.store({ ...entry, keys: ["a", "b"], fetchedAtMillis: NOW, expiresAtMillis: NOW + 10 })
        yield* answers.store({ ...entry, keys: ["c"], fetchedAtMillis: NOW, expiresAtMillis: NOW + 11 })
        yield* TestClock.setTime(NOW + 10)
        yield* cache.purge
        // Read as of a time when nothing had expired, so anything missing has been deleted.
        const remaining = yield* answers.find({ ...entry, keys: ["a", "b", "c"] }, NOW)
        assert.deepStrictEqual(
          remaining.map(({ keys }) => keys),
          [["c"]]
        )
      })
    )
  )
})

describe("the database", () => {
  it.effect("fails with a typed error if a transaction is aborted or throws", () =>
    Effect.gen(function* () {
      const { transact } = yield* Database
      const error = yield* Effect.flip(
        transact("test.throw", ["ledger"], "readwrite", () => {
          throw new Error("broken")
        })
      )
      assert.strictEqual(error.message, "test.throw failed: broken")
      const abortError = yield* Effect.flip(
        transact("test.abort", ["ledger"], "readwrite", (transaction) => transaction.abort())
      )
      assert.strictEqual(abortError._tag, "StorageError")
      const silent = yield* Effect.flip(transact("test.silent", ["ledger"], "readonly", () => {}))
      assert.strictEqual(silent.message, "test.silent failed: the transaction gave no result")
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("opens again after the browser closed the connection", () =>
    Effect.gen(function* () {
      const { transact } = yield* Database
      const count = transact<number>("test.count", ["keys"], "readonly", (transaction, give) => {
        const request = transaction.objectStore("keys").count()
        request.onsuccess = () => give(request.result)
      })
      assert.strictEqual(yield* count, 0)
      yield* transact<void>("test.close", ["keys"], "readonly", ({ db }, give) => {
        db.close()
        give()
      })
      assert.strictEqual((yield* Effect.flip(count))._tag, "StorageError")
      assert.strictEqual(yield* count, 0)
    }).pipe(Effect.provide(fresh()))
  )

  it.effect("closes for a deletion or an upgrade", () =>
    Effect.suspend(() => {
      const name = `test-${crypto.randomUUID()}`
      return Effect.gen(function* () {
        yield* ledger.mend
        yield* Effect.promise(
          () =>
            new Promise((resolve, reject) => {
              const request = indexedDB.deleteDatabase(name)
              request.onsuccess = resolve
              request.addEventListener("blocked", reject)
            })
        )
        yield* ledger.mend
      }).pipe(Effect.provide(Database.layer(name)))
    })
  )
})

describe("a small record", () => {
  const test = (title: string, body: Effect.Effect<void, unknown, Database | HubVault>) =>
    it.effect(title, () => Effect.provide(body, Layer.provideMerge(HubVault.layer, fresh())))

  const watched: WatchedRecord = {
    plugin: "codehost",
    account: "default",
    owner: "acme",
    repo: "widgets",
    seen: [],
    unread: 0,
    lists: {},
    polledAt: null,
    limit: 5000,
    restSeconds: 0,
    isFailing: false
  }

  test(
    "of a watched repository that is damaged does not hide the others",
    Effect.gen(function* () {
      const { list, save } = yield* watchedRepositories
      yield* save(watched)
      yield* put("preferences", { ...watched, unread: "many" }, "watched.codehost/default/acme/gadgets")
      assert.deepStrictEqual(yield* list, [watched])
    })
  )

  test(
    "of notifications that is damaged counts as empty, so that none is shown that nobody asked for",
    Effect.gen(function* () {
      yield* put("preferences", { chosen: "all", cursor: "7" }, "notifications")
      const { before } = yield* (yield* notificationStore).change((record) => record)
      assert.deepStrictEqual(before, { chosen: [], tokenId: null, cursor: null, shown: [] })
    })
  )

  test(
    "of a note about nobody is not stored, since nothing would find it again",
    Effect.gen(function* () {
      yield* (yield* noteStore).save([], "Renewal in March")
      assert.deepStrictEqual(yield* rowsOf("notes"), [])
    })
  )

  test(
    "of the time that cannot be read counts as missing",
    clock.resume.pipe(
      Effect.provide(clock.layer),
      Effect.provideService(
        Database,
        databaseOver(() => Effect.fail(new StorageError({ operation: "test", cause: new Error("broken") })))
      )
    )
  )

  test(
    "of the vault's key is one, also if two make it at once",
    Effect.gen(function* () {
      const keys = yield* Effect.all([Keys.findOrMake, Keys.findOrMake], { concurrency: 2 })
      const sealed = yield* Keys.seal(keys[0], "a", "b", Redacted.make("secret"))
      assert.strictEqual(Redacted.value(yield* Keys.unseal(keys[1], "a", "b", sealed)), "secret")
    })
  )

  const hub = (hubId: string) => ({
    origin: "http://127.0.0.1:4670",
    hubId,
    version: "1.0.0",
    name: "browser",
    tokenId: "token",
    token: Redacted.make("secret")
  })

  test(
    "of the account that was chosen at a hub stays if that hub is paired again, and not if another is",
    Effect.gen(function* () {
      const { choose, chosen, save } = yield* HubVault
      yield* save(hub("one"), [])
      yield* choose("salesdata", "team")
      yield* save(hub("one"), [])
      assert.strictEqual(yield* chosen("salesdata"), "team")
      yield* save(hub("other"), [])
      assert.isUndefined(yield* chosen("salesdata"))
    })
  )

  test(
    "of how many charges are unknown at a hub goes with its pairing, also if they are counted later",
    Effect.gen(function* () {
      const { changeUnknownChargeCount, remove, save, unknownChargeCount } = yield* HubVault
      yield* save(hub("one"), [])
      yield* changeUnknownChargeCount((last) => last + 2)
      assert.strictEqual(yield* unknownChargeCount, 2)
      yield* save(hub("one"), [])
      assert.strictEqual(yield* unknownChargeCount, 0)
      yield* remove
      yield* changeUnknownChargeCount(() => 3)
      assert.strictEqual(yield* unknownChargeCount, 0)
    })
  )
})
