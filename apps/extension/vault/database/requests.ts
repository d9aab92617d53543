/** Requests inside a transaction. Each calls back inside it, so that more requests can follow. */

/** Work on one store. Passes its result to `give`. */
export type Work<A> = (store: IDBObjectStore, give: (result: A) => void) => void

/** Reads the record under a key. */
export const get =
  (key: string): Work<unknown> =>
  (store, give) => {
    const request: IDBRequest<unknown> = store.get(key)
    request.onsuccess = () => give(request.result)
  }

/** Puts a record under a key. */
export const put =
  (record: unknown, key: string): Work<void> =>
  (store, give) => {
    store.put(record, key)
    give()
  }

/** Calls `then` once all requests have succeeded. */
export const together = <A>(
  requests: ReadonlyArray<IDBRequest<A>>,
  then: (results: ReadonlyArray<A>) => void
): void => {
  let remaining = requests.length
  if (remaining === 0) return then([])
  for (const request of requests) {
    request.onsuccess = () => {
      remaining -= 1
      if (remaining === 0) then(requests.map(({ result }) => result))
    }
  }
}

/** Calls `visit` for each record of the cursor until it returns false, and `onDone` after the last. */
export const eachRecord = (
  cursor: IDBRequest<IDBCursorWithValue | null>,
  visit: (at: IDBCursorWithValue) => unknown,
  onDone = () => {}
): void => {
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null || visit(at) === false) return onDone()
    at.continue()
  }
}
