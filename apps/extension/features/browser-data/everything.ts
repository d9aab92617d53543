/**
 * Exports and erases everything that the extension stores in this browser. A page does this by itself, so that it works
 * even if the worker can no longer use its storage.
 */
import { announceChange } from "../../messaging/changes.ts"
import { inTransaction } from "../../vault/database/transaction.ts"

const DATABASE = "inlay"

/** Resolves to `undefined` if there is no database. Opening would create one, which is undone. */
const open = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve, reject) => {
    // Opened without a version, so that a database written by a newer extension can be read as well.
    const request = indexedDB.open(DATABASE)
    let isNew = false
    request.onupgradeneeded = () => {
      isNew = true
      request.transaction?.abort()
    }
    request.onsuccess = () => {
      const db = request.result
      db.addEventListener("versionchange", () => db.close())
      resolve(db)
    }
    request.addEventListener("error", () => (isNew ? resolve(undefined) : reject(request.error)))
  })

/** Keys are never exported. What they encrypt is useless without them. */
const UNREAD = "keys"

const isSealed = (value: unknown): boolean =>
  ArrayBuffer.isView(value) ||
  value instanceof ArrayBuffer ||
  Object.prototype.toString.call(value) === "[object CryptoKey]"

/** Converts a value to plain JSON data, without encrypted values. */
const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, within]) => (isSealed(within) ? [] : [[name, plain(within)]]))
  )
}

interface Rows {
  readonly names: ReadonlyArray<IDBValidKey>
  readonly values: ReadonlyArray<unknown>
}

const rowsOf = (db: IDBDatabase, store: string): Promise<Rows> =>
  inTransaction(db, [store], "readonly", (transaction, give) => {
    const names = transaction.objectStore(store).getAllKeys()
    const values: IDBRequest<Array<unknown>> = transaction.objectStore(store).getAll()
    values.onsuccess = () => give({ names: names.result, values: values.result })
  })

/** Settings that the worker and pages share, and settings of pages alone. */
const settings = async (): Promise<Record<string, unknown>> => ({
  ...(await chrome.storage.local.get()),
  ...Object.fromEntries(Object.entries(localStorage))
})

const allowedOrigins = async (): Promise<ReadonlyArray<string>> => (await chrome.permissions.getAll()).origins ?? []

interface Export {
  /** ISO 8601. */
  readonly exportedAt: string
  /** By store: its rows under their keys. */
  readonly stores: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Stores that cannot be read because they are damaged. */
  readonly unreadable: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, unknown>>
  readonly allowedOrigins: ReadonlyArray<string>
}

/** Everything but secrets. Fails if the database cannot be opened at all. */
export const exportEverything = async (now: Date): Promise<Export> => {
  const db = await open()
  const stores: Record<string, Readonly<Record<string, unknown>>> = {}
  const unreadable: Array<string> = []
  for (const store of [...(db?.objectStoreNames ?? [])].filter((name) => name !== UNREAD)) {
    try {
      const { names, values } = await rowsOf(db as IDBDatabase, store)
      stores[store] = Object.fromEntries(names.map((name, n) => [JSON.stringify(name), plain(values[n])]))
    } catch {
      unreadable.push(store)
    }
  }
  db?.close()
  return {
    exportedAt: now.toISOString(),
    stores,
    unreadable,
    settings: await settings(),
    allowedOrigins: await allowedOrigins()
  }
}

/** How much data there is in this browser. */
export interface Amount {
  readonly rows: number
  readonly settings: number
  readonly origins: number
}

const countRows = async (): Promise<number> => {
  const db = await open()
  if (db === undefined) return 0
  const counts = await Promise.all(
    [...db.objectStoreNames].map(async (store) => (await rowsOf(db, store)).names.length)
  ).finally(() => db.close())
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Counts the data. Fails if the database cannot be read. */
export const amount = async (): Promise<Amount> => ({
  rows: await countRows(),
  settings: Object.keys(await settings()).length,
  origins: (await allowedOrigins()).length
})

/** Waits until the worker has closed its connection, which it does when the browser asks for it. */
const deleteDatabase = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    request.onsuccess = () => resolve()
    request.addEventListener("error", () => reject(request.error))
  })

/**
 * Erases everything: accounts, keys, answers, notes, spending, settings, and the permissions to reach addresses.
 * Returns a fresh count of what is left. The extension must be restarted afterwards, because the worker still holds
 * deleted keys in memory.
 */
export const eraseEverything = async (): Promise<Amount> => {
  await deleteDatabase()
  await Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])
  localStorage.clear()
  await chrome.permissions.remove({ permissions: ["notifications"] })
  const origins = await allowedOrigins()
  if (origins.length > 0) await chrome.permissions.remove({ origins: [...origins] })
  const remaining = await amount()
  // Other open pages still show what is gone.
  announceChange()
  return remaining
}
