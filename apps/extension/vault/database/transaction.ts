/** Runs one transaction. Needs nothing of Effect, so that it can be called before the worker's code runs. */

/**
 * Waits until the transaction is on disk.
 * @param work makes the requests and passes the result to `give`; an exception aborts the transaction
 */
export const inTransaction = <A>(
  db: IDBDatabase,
  stores: ReadonlyArray<string>,
  mode: "readonly" | "readwrite",
  work: (transaction: IDBTransaction, give: (result: A) => void) => void
): Promise<A> =>
  new Promise((resolve, reject) => {
    const transaction = db.transaction(stores, mode, { durability: "strict" })
    let outcome: { readonly result: A } | undefined
    const fail = (error?: DOMException | null) => {
      db.removeEventListener("close", onClose)
      reject(transaction.error ?? error ?? new Error("the transaction was aborted"))
    }
    const onClose = () => fail()
    transaction.oncomplete = () => {
      db.removeEventListener("close", onClose)
      if (outcome === undefined) reject(new Error("the transaction gave no result"))
      else resolve(outcome.result)
    }
    transaction.addEventListener("abort", () => fail())
    // When Chromium closes the connection, as on a full disk, a transaction that has just begun never ends: its request
    // fails, or nothing of it is heard again.
    transaction.addEventListener("error", ({ target }) => fail((target as IDBRequest).error))
    db.addEventListener("close", onClose)
    try {
      work(transaction, (result) => {
        outcome = { result }
      })
    } catch (cause) {
      reject(cause)
      transaction.abort()
    }
  })
