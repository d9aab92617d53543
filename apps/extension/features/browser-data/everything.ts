/**
 * Everything that the extension keeps in this browser, read and erased by a page itself: it works where the worker cannot
 * use its storage any more.
 */

const DATABASE = "inlay"

/** No database is a new one, whose making is taken back. */
const open = (): Promise<IDBDatabase | undefined> =>
  new Promise((resolve, reject) => {
    // Without a version: what a newer extension has written is the user's as well.
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

/** Keys never leave, and what they seal is nothing without them. */
const UNREAD = "keys"

const isSealed = (value: unknown): boolean =>
  ArrayBuffer.isView(value) ||
  value instanceof ArrayBuffer ||
  Object.prototype.toString.call(value) === "[object CryptoKey]"

/** As JSON takes it, without what is sealed. */
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
  new Promise((resolve, reject) => {
    const transaction = db.transaction(store, "readonly")
    const names = transaction.objectStore(store).getAllKeys()
    const values: IDBRequest<Array<unknown>> = transaction.objectStore(store).getAll()
    transaction.oncomplete = () => resolve({ names: names.result, values: values.result })
    transaction.addEventListener("abort", () => reject(transaction.error))
  })

/** What the worker and pages remember together, and what pages remember alone. */
const settings = async (): Promise<Record<string, unknown>> => ({
  ...(await chrome.storage.local.get()),
  ...Object.fromEntries(Object.entries(localStorage))
})

const allowedOrigins = async (): Promise<ReadonlyArray<string>> => (await chrome.permissions.getAll()).origins ?? []

export interface Export {
  /** ISO 8601. */
  readonly exportedAt: string
  /** By store: its rows under their names. */
  readonly stores: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Stores that cannot be read, being damaged. */
  readonly unreadable: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, unknown>>
  readonly allowedOrigins: ReadonlyArray<string>
}

/** All of it but secrets. Fails where nothing of the database can be opened. */
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

/** What there is in this browser. */
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

/** Counts it anew. A database that cannot be read fails. */
export const amount = async (): Promise<Amount> => ({
  rows: await countRows(),
  settings: Object.keys(await settings()).length,
  origins: (await allowedOrigins()).length
})

/** Waits for the worker, which closes its connection when it is told of this. */
const deleteDatabase = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    request.onsuccess = () => resolve()
    request.addEventListener("error", () => reject(request.error))
  })

/**
 * Erases all of it: accounts, keys, answers, notes, what was spent, settings, and the leave to reach addresses. What is
 * still there afterwards is counted anew. The worker has to begin anew: it remembers keys that are gone.
 */
export const eraseEverything = async (): Promise<Amount> => {
  await deleteDatabase()
  await Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])
  localStorage.clear()
  await chrome.permissions.remove({ permissions: ["notifications"] })
  const origins = await allowedOrigins()
  if (origins.length > 0) await chrome.permissions.remove({ origins: [...origins] })
  return amount()
}
