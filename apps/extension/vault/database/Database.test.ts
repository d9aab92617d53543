// The snapshot that is read before the worker's code runs: how long it is used, and what takes its place.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"

import { Database, type EarlyReading } from "./Database.ts"
import { openDatabase } from "./open.ts"
import { LAST_GOOD, readSnapshot, type Snapshot } from "./snapshot.ts"

const snapshotWith = (millis: number): Snapshot => ({
  accounts: [],
  key: undefined,
  preferences: new Map([[LAST_GOOD, millis]])
})

/** Runs with a database whose early snapshot differs from what is stored. */
const withEarly = <A, E>(
  snapshot: (opening: Promise<IDBDatabase>) => Promise<Snapshot>,
  body: Effect.Effect<A, E, Database>
) =>
  Effect.suspend(() => {
    const name = `test-${crypto.randomUUID()}`
    const opening = openDatabase(name)
    const early: EarlyReading = { opening, snapshot: snapshot(opening) }
    return Effect.provide(body, Database.layer(name, early))
  })

const lastGood = Effect.flatMap(Database, ({ snapshot }) =>
  Effect.map(snapshot, ({ preferences }) => preferences.get(LAST_GOOD))
)

const write = (store: "preferences" | "notes") =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<void>("write", [store], "readwrite", (transaction, give) => {
      if (store === "preferences") transaction.objectStore(store).put(2, LAST_GOOD)
      give()
    })
  )

describe("the early snapshot", () => {
  it.effect("is used until something that it contains may have changed", () =>
    withEarly(
      async () => snapshotWith(1),
      Effect.gen(function* () {
        assert.strictEqual(yield* lastGood, 1)
        yield* write("notes")
        assert.strictEqual(yield* lastGood, 1)
        yield* write("preferences")
        assert.strictEqual(yield* lastGood, 2)
      })
    )
  )

  it.effect("is not used by a reader that comes after a write has begun", () =>
    withEarly(
      async () => snapshotWith(1),
      Effect.gen(function* () {
        const [, seen] = yield* Effect.all([write("preferences"), lastGood], { concurrency: "unbounded" })
        assert.strictEqual(seen, 2)
      })
    )
  )

  it.live("is not used for longer than a second", () =>
    withEarly(
      async () => snapshotWith(1),
      Effect.gen(function* () {
        yield* Effect.sleep("1100 millis")
        assert.strictEqual(yield* lastGood, undefined)
      })
    )
  )

  it.effect("is read again if it could not be read", () =>
    withEarly(
      async () => {
        throw new Error("aborted")
      },
      Effect.gen(function* () {
        assert.strictEqual(yield* lastGood, undefined)
      })
    )
  )

  it.effect("holds what is stored, by the keys under which it is stored", () =>
    withEarly(
      (opening) => opening.then(readSnapshot),
      Effect.gen(function* () {
        const { transact, snapshot } = yield* Database
        yield* transact<void>("write", ["preferences", "accounts", "keys"], "readwrite", (transaction, give) => {
          for (const key of [LAST_GOOD, "account.salesdata", "hub", "hub.way.salesdata", "showInPage", "hubris"]) {
            transaction.objectStore("preferences").put(`value of ${key}`, key)
          }
          transaction.objectStore("accounts").put({ id: "salesdata/default" })
          transaction.objectStore("keys").put("the key", "vault")
          give()
        })
        const { accounts, key, preferences } = yield* snapshot
        assert.deepStrictEqual(accounts, [{ id: "salesdata/default" }])
        assert.strictEqual(key, "the key")
        assert.deepStrictEqual(
          [...preferences],
          [LAST_GOOD, "account.salesdata", "hub", "hub.way.salesdata"].map((one) => [one, `value of ${one}`])
        )
      })
    )
  )
})

describe("a connection that the browser closes", () => {
  /** A connection of which one transaction is never heard again, like Chromium's on a full disk. */
  const dying = async (opening: Promise<IDBDatabase>, happens: (db: EventTarget, transaction: EventTarget) => void) => {
    const real = await opening
    const request = () => {
      setTimeout(() => happens(db, transaction))
      return new EventTarget()
    }
    const transaction = Object.assign(new EventTarget(), {
      error: null,
      objectStore: () => ({ put: request, get: request, getAll: request, getAllKeys: request })
    })
    const db = Object.assign(new EventTarget(), { transaction: () => transaction, close: () => real.close() })
    return db as unknown as IDBDatabase
  }
  const failureOf = (happens: (db: EventTarget, transaction: EventTarget) => void) => {
    const name = `test-${crypto.randomUUID()}`
    const opening = openDatabase(name)
    const early: EarlyReading = { opening: dying(opening, happens), snapshot: opening.then(readSnapshot) }
    return Effect.flip(write("preferences")).pipe(
      Effect.timeout("2 seconds"),
      Effect.provide(Database.layer(name, early))
    )
  }

  it.live("fails a transaction whose request fails and which never ends", () =>
    Effect.map(
      failureOf((_, transaction) => {
        const failure = new Event("error")
        Object.defineProperty(failure, "target", { value: { error: new Error("the disk is full") } })
        transaction.dispatchEvent(failure)
      }),
      (error) => assert.match(String(error.cause), /the disk is full/)
    )
  )

  it.live("does not keep the early snapshot from being read again", () =>
    withEarly(
      (opening) => dying(opening, (db) => void db.dispatchEvent(new Event("close"))).then(readSnapshot),
      Effect.map(Effect.timeout(lastGood, "2 seconds"), (seen) => assert.strictEqual(seen, undefined))
    )
  )

  it.live("fails a transaction of which nothing is heard any more", () =>
    Effect.map(
      failureOf((db) => void db.dispatchEvent(new Event("close"))),
      (error) => assert.match(String(error.cause), /was aborted/)
    )
  )
})

describe("a transaction", () => {
  it.effect("whose work throws changes nothing", () =>
    Effect.gen(function* () {
      const { transact, snapshot } = yield* Database
      const error = yield* Effect.flip(
        transact<void>("write", ["preferences"], "readwrite", (transaction) => {
          transaction.objectStore("preferences").put(2, LAST_GOOD)
          throw new Error("thrown")
        })
      )
      assert.include(error.message, "thrown")
      assert.isUndefined((yield* snapshot).preferences.get(LAST_GOOD))
    }).pipe(Effect.provide(Database.layer(`test-${crypto.randomUUID()}`)))
  )
})
