/**
 * The extension's database, a thin layer over IndexedDB. Each operation is one transaction, and each request in it is
 * made in the callback of an earlier one, because a transaction commits on its own as soon as nothing is pending.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { DatabaseClosed } from "./database-closed.ts"
import { migrate, VERSION } from "./migrations.ts"

export type Store = "keys" | "accounts" | "ledger" | "answers" | "preferences" | "notes"

export class Database extends Context.Service<
  Database,
  {
    /**
     * Runs one transaction and waits until it is on disk.
     * @param work makes the requests and passes the result to `give`; an exception aborts the transaction
     */
    readonly transact: <A>(
      operation: string,
      stores: ReadonlyArray<Store>,
      mode: "readonly" | "readwrite",
      work: (transaction: IDBTransaction, give: (result: A) => void) => void
    ) => Effect.Effect<A, StorageError>
  }
>()("@inlay/extension/Database") {
  static readonly layer = (name = "inlay"): Layer.Layer<Database> => Layer.sync(Database, () => make(name))
}

const open = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name, VERSION)
    // An exception in a migration step aborts the upgrade and leaves the database as it was.
    request.onupgradeneeded = ({ oldVersion }) => {
      if (request.transaction !== null) migrate(request.result, request.transaction, oldVersion)
    }
    request.onsuccess = () => resolve(request.result)
    request.addEventListener("error", () =>
      reject(request.error?.name === "VersionError" ? new DatabaseClosed("newer") : request.error)
    )
    request.addEventListener("blocked", () => reject(new DatabaseClosed("blocked")))
  })

const make = (name: string): Database["Service"] => {
  let connection: Promise<IDBDatabase> | undefined
  const forget = () => {
    connection = undefined
  }
  const connect = () => {
    connection ??= open(name).then((db) => {
      db.addEventListener("close", forget)
      db.addEventListener("versionchange", () => {
        forget()
        db.close()
      })
      return db
    })
    connection.catch(forget)
    return connection
  }
  return {
    transact: <A>(
      operation: string,
      stores: ReadonlyArray<Store>,
      mode: "readonly" | "readwrite",
      work: (transaction: IDBTransaction, give: (result: A) => void) => void
    ) =>
      Effect.tryPromise({
        try: () =>
          connect().then(
            (db) =>
              new Promise<A>((resolve, reject) => {
                const transaction = db.transaction(stores, mode, { durability: "strict" })
                let outcome: { readonly result: A } | undefined
                transaction.oncomplete = () =>
                  outcome === undefined ? reject(new Error("the transaction gave no result")) : resolve(outcome.result)
                transaction.addEventListener("abort", () =>
                  reject(transaction.error ?? new Error("the transaction was aborted"))
                )
                work(transaction, (result) => {
                  outcome = { result }
                })
              })
          ),
        catch: (cause) => {
          // The browser has closed the connection without notice, so the next transaction opens a new one.
          if (cause instanceof DOMException && cause.name === "InvalidStateError") forget()
          return new StorageError({ operation, cause })
        }
      })
  }
}

/** Calls `then` once all requests have succeeded, still inside their transaction. */
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
