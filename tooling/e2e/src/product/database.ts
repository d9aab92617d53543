/** Reads the extension's own database from inside its worker, where nothing else has access. */
import type { ExtensionBrowser } from "@inlay/browser"

/** All rows of every store as JSON texts. Bytes become text of the same values, so that a search finds text in them. */
export const storedRows = async (
  extension: ExtensionBrowser
): Promise<Readonly<Record<string, ReadonlyArray<string>>>> => {
  const worker = await extension.serviceWorker()
  return worker.evaluate(async () => {
    const resultOf = <A>(request: IDBRequest<A>) =>
      new Promise<A>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result))
        request.addEventListener("error", () => reject(request.error ?? new Error("the request failed")))
      })
    const readable = (_: string, value: unknown): unknown => {
      if (value instanceof Uint8Array) return String.fromCharCode(...value)
      return value instanceof CryptoKey ? `key, extractable: ${value.extractable}` : value
    }
    const rowsByStore: Record<string, ReadonlyArray<string>> = {}
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows: ReadonlyArray<unknown> = await resultOf(database.transaction(store).objectStore(store).getAll())
        rowsByStore[store] = rows.map((row) => JSON.stringify(row, readable) ?? "")
      }
      database.close()
    }
    return rowsByStore
  })
}

/** Empties stores, so that a long run does not count leftovers of its earlier parts. */
export const emptyStores = async (extension: ExtensionBrowser, stores: ReadonlyArray<string>): Promise<void> => {
  const worker = await extension.serviceWorker()
  await worker.evaluate(
    async (names) => {
      const request = indexedDB.open("inlay")
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result))
        request.addEventListener("error", () => reject(request.error ?? new Error("the database does not open")))
      })
      const transaction = database.transaction(names, "readwrite")
      const clearing = new Promise((resolve, reject) => {
        transaction.addEventListener("complete", resolve)
        transaction.addEventListener("abort", () =>
          reject(transaction.error ?? new Error("the stores are not emptied"))
        )
      })
      for (const name of names) transaction.objectStore(name).clear()
      await clearing
      database.close()
    },
    [...stores]
  )
}

/** `types`: every field has a different type; `cut`: half of the row's text; `bare`: only the key remains. */
export type Damage = "types" | "cut" | "bare"

/**
 * Damages every row of a store, as a failing disk or another program would. Bypasses the worker and then stops it.
 * @param whole fields that stay unchanged
 */
export const damage = async (
  extension: ExtensionBrowser,
  store: string,
  how: Damage,
  whole: ReadonlyArray<string> = []
): Promise<void> => {
  const page = await extension.openExtensionPage("sample.html")
  await page.evaluate(
    async (name, kind, unchanged) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("inlay")
        request.addEventListener("success", () => resolve(request.result))
        request.addEventListener("error", () => reject(request.error ?? new Error("the database does not open")))
      })
      const spoilt = (value: unknown): unknown => {
        const text = JSON.stringify(value) ?? ""
        return kind === "types" ? 7 : kind === "cut" ? text.slice(0, text.length / 2) : null
      }
      const transaction = database.transaction(name, "readwrite")
      const cursor: IDBRequest<IDBCursorWithValue | null> = transaction.objectStore(name).openCursor()
      cursor.addEventListener("success", () => {
        const at = cursor.result
        if (at === null) return
        const key = transaction.objectStore(name).keyPath
        const row: unknown = at.value
        at.update(
          typeof key !== "string" || typeof row !== "object" || row === null
            ? spoilt(row)
            : Object.fromEntries(
                Object.entries(row).flatMap(([field, value]) =>
                  field === key || unchanged.includes(field)
                    ? [[field, value]]
                    : kind === "bare"
                      ? []
                      : [[field, spoilt(value)]]
                )
              )
        )
        at.continue()
      })
      await new Promise((resolve) => transaction.addEventListener("complete", resolve))
      database.close()
    },
    store,
    how,
    [...whole]
  )
  await page.close()
  await extension.stopServiceWorker()
}
