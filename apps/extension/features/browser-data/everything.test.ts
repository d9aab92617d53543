// @vitest-environment happy-dom
// Exports and erases a real IndexedDB: checks the file's content and that nothing is left.
import { IDBFactory } from "fake-indexeddb"
import { afterEach, beforeEach, expect, it, vi } from "vitest"

import { onChange } from "../../messaging/changes.ts"
import { amount, eraseEverything, exportEverything, type Amount } from "./everything.ts"

let local: Record<string, unknown> = {}
let session: Record<string, unknown> = {}
let origins: Array<string> = []
let permissions: Array<string> = []

const completion = (transaction: IDBTransaction) =>
  new Promise<void>((resolve) => transaction.addEventListener("complete", () => resolve()))

/** A connection like the worker's: it closes when the browser asks for it. */
const filled = async () => {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"])
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open("inlay", 7)
    request.onupgradeneeded = () => {
      request.result.createObjectStore("keys")
      request.result.createObjectStore("accounts", { keyPath: "id" })
      request.result.createObjectStore("preferences")
    }
    request.onsuccess = () => resolve(request.result)
  })
  db.addEventListener("versionchange", () => db.close())
  const transaction = db.transaction(["keys", "accounts", "preferences"], "readwrite")
  // Node's CryptoKey is not a plain object, so a plain value stands in. The test checks that the store of keys is not
  // read.
  transaction.objectStore("keys").put({ algorithm: key.algorithm.name }, "master")
  const sealed = { iv: new Uint8Array([1, 2]), data: new Uint8Array([83, 69, 67, 82, 69, 84]) }
  transaction
    .objectStore("accounts")
    .put({ id: "salesdata/default", settings: { cap_day: "50" }, secrets: { api_key: sealed } })
  transaction.objectStore("preferences").put(false, "showInPage")
  await completion(transaction)
}

beforeEach(() => {
  local = { language: "de" }
  session = { people: ["Ann Lee"] }
  origins = ["https://api.provider.example/*"]
  permissions = ["notifications"]
  localStorage.clear()
  localStorage.setItem("repository.hosts", '["code.acme.example"]')
  vi.stubGlobal("indexedDB", new IDBFactory())
  vi.stubGlobal("chrome", {
    storage: {
      local: { get: () => Promise.resolve(local), clear: () => Promise.resolve(void (local = {})) },
      session: { clear: () => Promise.resolve(void (session = {})) }
    },
    permissions: {
      getAll: () => Promise.resolve({ origins, permissions }),
      remove: async (gone: chrome.permissions.Permissions) => {
        origins = origins.filter((one) => gone.origins?.includes(one) !== true)
        permissions = permissions.filter((one) => gone.permissions?.some((name) => name === one) !== true)
      }
    }
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it("exports every row, setting and allowed address, but no keys or encrypted values", async () => {
  await filled()
  const file = await exportEverything(new Date("2026-11-21T03:00:00Z"))
  expect(file).toEqual({
    exportedAt: "2026-11-21T03:00:00.000Z",
    stores: {
      accounts: {
        '"salesdata/default"': { id: "salesdata/default", settings: { cap_day: "50" }, secrets: { api_key: {} } }
      },
      preferences: { '"showInPage"': false }
    },
    unreadable: [],
    settings: { language: "de", "repository.hosts": '["code.acme.example"]' },
    allowedOrigins: ["https://api.provider.example/*"]
  })
  expect(JSON.stringify(file)).not.toMatch(/83,69|SECRET|AES-GCM/)
})

it("erases all data, and counts again that nothing is left", async () => {
  await filled()
  expect(await amount()).toEqual({ rows: 3, settings: 2, origins: 1 })
  expect(await eraseEverything()).toEqual({ rows: 0, settings: 0, origins: 0 })
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("inlay")
  expect(localStorage).toHaveLength(0)
  // Neither is counted: what the session remembers, such as people that were searched for, and the permission to notify.
  expect([session, permissions]).toEqual([{}, []])
})

it("exports what can be read, and names the stores that cannot", async () => {
  await filled()
  const getAll = Reflect.get(IDBObjectStore.prototype, "getAll")
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementation(function (this: IDBObjectStore) {
    if (this.name === "accounts") throw new DOMException("Internal error", "UnknownError")
    return Reflect.apply(getAll, this, [])
  })
  const { stores, unreadable } = await exportEverything(new Date())
  expect([Object.keys(stores), unreadable]).toEqual([["preferences"], ["accounts"]])
})

it("creates no database if there is none", async () => {
  expect((await exportEverything(new Date())).stores).toEqual({})
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain("inlay")
})

it("tells the other open pages, which still show what is gone", async () => {
  await filled()
  const told = new Promise<Amount>((resolve) => {
    const stop = onChange(() => {
      stop()
      resolve(amount())
    })
  })
  await eraseEverything()
  expect(await told).toEqual({ rows: 0, settings: 0, origins: 0 })
})
