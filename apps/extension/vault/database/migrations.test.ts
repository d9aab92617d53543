// Databases as earlier versions left them in users' browsers, written by hand here so that the migrations do not test
// themselves.
import { assert, describe, it } from "@effect/vitest"
import { Ledger } from "@inlay/core-http/Ledger"
import { LookupCache } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import { DatabaseClosed } from "../../messaging/database-closed.ts"
import { Vault } from "../accounts.ts"
import * as cache from "../cache.ts"
import * as Keys from "../keys.ts"
import * as ledger from "../ledger.ts"
import { Preferences } from "../preferences.ts"
import { Database } from "./Database.ts"
import { VERSION } from "./migrations.ts"
import { openDatabase } from "./open.ts"

const NOW = Date.UTC(2026, 10, 22, 12)

const resultOf = <A>(request: IDBRequest<A>) =>
  new Promise<A>((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result))
    request.addEventListener("error", () => reject(request.error ?? new Error("the request failed")))
  })

/** Opens a database at a version, with the stores that `make` creates. */
const openAt = (name: string, version: number, make: (db: IDBDatabase) => void) => {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => make(request.result)
  return resultOf(request)
}

const versionOne = (db: IDBDatabase) => {
  db.createObjectStore("keys")
  db.createObjectStore("accounts", { keyPath: "id" })
  const rows = db.createObjectStore("ledger", { keyPath: "id" })
  rows.createIndex("marks", "marks", { multiEntry: true })
  rows.createIndex("day", ["scope", "atMillis"])
  rows.createIndex("run", ["scope", "run"])
  rows.createIndex("state", "state")
  const answers = db.createObjectStore("answers", { keyPath: "mark" })
  answers.createIndex("scope", "entry.scope")
  answers.createIndex("expiry", "entry.expiresAtMillis")
}

const ROW = {
  id: "row-1",
  scope: "salesdata/browser",
  operation: "enrichPerson",
  keys: ["profile@linkedin.com:ann-lee"],
  estimate: 2,
  charged: null,
  state: "unknown",
  run: "session",
  atMillis: NOW,
  leaseEndsMillis: NOW + 1
} as const

const ENTRY = {
  scope: "salesdata/browser@https://api.provider.example/v1",
  operation: "enrichPerson",
  keys: ["profile@linkedin.com:bob-tan"],
  match: true,
  status: 200,
  body: { person: { full_name: "Bob Tan" } },
  fetchedAtMillis: NOW,
  expiresAtMillis: NOW + 1000
}

/** A browser that was used with version 1: an account, a lost answer and a paid answer. */
const fill = async (name: string, account: Readonly<Record<string, unknown>>) => {
  const db = await openAt(name, 1, versionOne)
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"])
  const ciphertext = await Effect.runPromise(
    Keys.seal(key, "salesdata/browser", "api_key", Redacted.make("sk-live-4f1c9d7be2a8"))
  )
  const transaction = db.transaction(["keys", "accounts", "ledger", "answers"], "readwrite")
  transaction.objectStore("keys").put(key, "vault")
  transaction.objectStore("accounts").put({
    id: "salesdata/browser",
    plugin: "salesdata",
    kind: "api_key",
    settings: { base_url: "https://api.provider.example/v1", cap_day: "20" },
    secrets: { api_key: ciphertext },
    revision: "1",
    ...account
  })
  transaction.objectStore("ledger").put({ ...ROW, marks: [`${ROW.scope}\n${ROW.operation}\n${ROW.keys[0]}`] })
  const mark = `${ENTRY.scope}\n${ENTRY.operation}\n${ENTRY.keys[0]}`
  transaction.objectStore("answers").put({ mark, answer: "a", entry: ENTRY })
  await new Promise((resolve) => transaction.addEventListener("complete", resolve))
  db.close()
}

type Stores = Vault | Preferences | Ledger | LookupCache | Database

const over = <A, E>(name: string, effect: Effect.Effect<A, E, Stores>) =>
  Effect.provide(
    effect,
    Layer.provideMerge(Layer.mergeAll(Vault.layer, Preferences.layer, ledger.layer, cache.layer), Database.layer(name))
  )

describe("from version 1", () => {
  it.live.each([
    [true, true],
    [false, false],
    [undefined, true],
    ["no", true]
  ])("an account that chose %s shows in the page: %s; nothing is lost", ([chosen, shown]) => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      yield* Effect.promise(() => fill(name, chosen === undefined ? {} : { showInPage: chosen }))
      yield* over(
        name,
        Effect.gen(function* () {
          assert.strictEqual(yield* (yield* Preferences).showInPage, shown)
          const account = yield* (yield* Vault).find("salesdata", "default")
          assert.strictEqual(account?.settings["cap_day"], "20")
          assert.strictEqual(Redacted.value(account?.secrets["api_key"] ?? Redacted.make("")), "sk-live-4f1c9d7be2a8")
          assert.deepStrictEqual(yield* (yield* Ledger).unknowns({ scope: "salesdata/default", purse: "" }, NOW), [
            { ...ROW, scope: "salesdata/default", purse: "", uncached: null, uncachedUntilMillis: null }
          ])
          const entry = { ...ENTRY, scope: "salesdata/default@https://api.provider.example/v1" }
          assert.deepStrictEqual(yield* (yield* LookupCache).find(entry, NOW), [entry])
          assert.deepStrictEqual(yield* (yield* LookupCache).find(ENTRY, NOW), [])
          const question = { scope: "salesdata/default", purse: "", operation: ROW.operation, keys: ROW.keys }
          assert.strictEqual(
            (yield* (yield* Ledger).reserve({
              ...question,
              estimate: 2,
              run: "r",
              nowMillis: NOW,
              leaseMillis: 1,
              caps: {},
              decision: "block"
            }))._tag,
            "UnknownCharge"
          )
          const rows = yield* (yield* Database).transact<ReadonlyArray<object>>(
            "test.rows",
            ["accounts"],
            "readonly",
            (transaction, give) => {
              const request = transaction.objectStore("accounts").getAll()
              request.onsuccess = () => give(request.result)
            }
          )
          assert.notProperty(rows[0], "showInPage")
        })
      )
    })
  })

  it.live("only once: later choices are not overwritten by the next start", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      yield* Effect.promise(() => fill(name, { showInPage: true }))
      yield* over(
        name,
        Effect.flatMap(Preferences, ({ saveShowInPage }) => saveShowInPage(false))
      )
      assert.isFalse(
        yield* over(
          name,
          Effect.flatMap(Preferences, ({ showInPage }) => showInPage)
        )
      )
    })
  })
})

describe("an account that is given a name", () => {
  it.live("keeps damaged rows as they are, opens with the earlier seal, and is sealed again when saved", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      yield* Effect.promise(async () => {
        await fill(name, {})
        const db = await openAt(name, 1, () => assert.fail("it was upgraded"))
        const transaction = db.transaction(["accounts", "ledger", "answers"], "readwrite")
        transaction.objectStore("accounts").put({ id: "broken" })
        transaction.objectStore("accounts").put({ id: 7 })
        transaction.objectStore("ledger").put({ id: "row-2", scope: 3, marks: "none" })
        transaction
          .objectStore("ledger")
          .put({ id: "row-3", scope: "salesdata/browsers", marks: [1, "salesdata/browser\nx\ny"] })
        transaction.objectStore("answers").put({ mark: "salesdata/browser", entry: null })
        await new Promise((resolve) => transaction.addEventListener("complete", resolve))
        db.close()
      })
      yield* over(
        name,
        Effect.gen(function* () {
          const vault = yield* Vault
          const account = yield* vault.find("salesdata", "default")
          if (account === undefined) return assert.fail("the account is lost")
          assert.isUndefined(yield* vault.find("salesdata", "browser"))
          yield* vault.save(account, account.revision)
          assert.isDefined(yield* vault.find("salesdata", "default"))
          const rows = yield* (yield* Database).transact<ReadonlyArray<Record<string, unknown>>>(
            "test.rows",
            ["ledger"],
            "readonly",
            (transaction, give) => {
              const request = transaction.objectStore("ledger").getAll()
              request.onsuccess = () => give(request.result)
            }
          )
          const of = (id: string) => rows.find((row) => row["id"] === id)
          assert.deepStrictEqual([of("row-2")?.["scope"], of("row-2")?.["marks"]], [3, "none"])
          assert.deepStrictEqual(of("row-3")?.["marks"], [1, "salesdata/default\nx\ny"])
          assert.strictEqual(of("row-3")?.["scope"], "salesdata/browsers")
          return undefined
        })
      )
    })
  })
})

describe("a purchase whose answer was not saved", () => {
  it.live("before the fields were renamed blocks its lookup still", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      yield* Effect.promise(async () => {
        await fill(name, {})
        const db = await openAt(name, 1, () => assert.fail("it was upgraded"))
        const transaction = db.transaction(["ledger"], "readwrite")
        const unsaved = { state: "settled", charged: 2, unkept: "store", unkeptUntilMillis: NOW + 1_000 }
        const row = { ...ROW, ...unsaved, marks: [`${ROW.scope}\n${ROW.operation}\n${ROW.keys[0]}`] }
        transaction.objectStore("ledger").put(row)
        await new Promise((resolve) => transaction.addEventListener("complete", resolve))
        db.close()
      })
      const question = { scope: "salesdata/default", purse: "", operation: ROW.operation, keys: ROW.keys }
      const purchase = yield* over(
        name,
        Ledger.use(({ uncachedPurchase }) => uncachedPurchase(question, NOW))
      )
      assert.deepInclude(purchase, { id: "row-1", uncached: "store", uncachedUntilMillis: NOW + 1_000 })
      assert.notProperty(purchase, "unkept")
    })
  })
})

describe("other starting points", () => {
  it.live("a new browser starts at the newest version", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      assert.isTrue(
        yield* over(
          name,
          Effect.flatMap(Preferences, ({ showInPage }) => showInPage)
        )
      )
      const [accountRow] = yield* Effect.promise(async () =>
        (await indexedDB.databases()).filter((database) => database.name === name)
      )
      assert.strictEqual(accountRow?.version, VERSION)
    })
  })

  it.live("data of a newer version is left alone and reported", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      yield* Effect.promise(async () => (await openAt(name, VERSION + 1, versionOne)).close())
      const error = yield* Effect.flip(
        over(
          name,
          Effect.flatMap(Vault, ({ list }) => list)
        )
      )
      assert.deepStrictEqual(error.cause, new DatabaseClosed("newer"))
    })
  })

  it.live("an upgrade that another version blocked leaves no connection behind, which would block the next one", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      const other = yield* Effect.promise(() => openAt(name, 1, versionOne))
      const error = yield* Effect.flip(Effect.tryPromise({ try: () => openDatabase(name), catch: (cause) => cause }))
      assert.deepStrictEqual(error, new DatabaseClosed("blocked"))
      other.close()
      const deleted = new Promise<void>((resolve) => {
        // After the upgrade, which goes on now.
        setTimeout(() => indexedDB.deleteDatabase(name).addEventListener("success", () => resolve()), 50)
      })
      yield* Effect.timeout(
        Effect.promise(() => deleted),
        "2 seconds"
      )
    })
  })

  it.live("an upgrade that fails leaves everything as it was", () => {
    const name = `test-${crypto.randomUUID()}`
    return Effect.gen(function* () {
      // Not what version 1 left: the first object store that the step needs is missing.
      yield* Effect.promise(async () => (await openAt(name, 1, (db) => db.createObjectStore("keys"))).close())
      const error = yield* Effect.flip(
        over(
          name,
          Effect.flatMap(Vault, ({ list }) => list)
        )
      )
      assert.strictEqual(error._tag, "StorageError")
      const db = yield* Effect.promise(() => openAt(name, 1, () => assert.fail("it was upgraded")))
      assert.deepStrictEqual([...db.objectStoreNames], ["keys"])
      db.close()
    })
  })
})
