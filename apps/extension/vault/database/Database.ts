/**
 * The extension's database, a thin layer over IndexedDB. Each operation is one transaction, and each request in it is
 * made in the callback of an earlier one, because a transaction commits on its own as soon as nothing is pending.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { DATABASE, openDatabase } from "./open.ts"
import type { Work } from "./requests.ts"
import { SNAPSHOT_STORES, snapshotIn, type Snapshot } from "./snapshot.ts"
import { inTransaction } from "./transaction.ts"

export type Store = "keys" | "accounts" | "ledger" | "answers" | "preferences" | "notes"

/** What was read of the database while the worker's code was being loaded. */
export interface EarlyReading {
  readonly opening: Promise<IDBDatabase>
  readonly snapshot: Promise<Snapshot>
}

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
    /** The same for work that reads one store. */
    readonly read: <A>(operation: string, store: Store, work: Work<A>) => Effect.Effect<A, StorageError>
    /** The same for work that changes one store. */
    readonly write: <A>(operation: string, store: Store, work: Work<A>) => Effect.Effect<A, StorageError>
    /** The small records that most requests need, as they are at this moment. */
    readonly snapshot: Effect.Effect<Snapshot, StorageError>
  }
>()("@inlay/extension/Database") {
  static readonly layer = (name = DATABASE, early?: EarlyReading): Layer.Layer<Database> =>
    Layer.sync(Database, () => make(name, early))
}

type Transact = Database["Service"]["transact"]

/** The service over its transactions. @param early the snapshot, if it was read already */
export const databaseOver = (
  transact: Transact,
  early: () => Promise<Snapshot> | undefined = () => undefined
): Database["Service"] => {
  const inStore =
    (mode: "readonly" | "readwrite") =>
    <A>(operation: string, store: Store, work: Work<A>) =>
      transact<A>(operation, [store], mode, (transaction, give) => work(transaction.objectStore(store), give))
  const reading = transact<Snapshot>("snapshot", SNAPSHOT_STORES, "readonly", snapshotIn)
  return {
    transact,
    read: inStore("readonly"),
    write: inStore("readwrite"),
    snapshot: Effect.suspend(() => {
      const snapshot = early()
      return snapshot === undefined ? reading : Effect.tryPromise(() => snapshot).pipe(Effect.catch(() => reading))
    })
  }
}

/** An early reading is used for this long, so that no error in what makes it outdated can last. */
const EARLY_MILLIS = 1_000

const make = (name: string, early?: EarlyReading): Database["Service"] => {
  let opening = early?.opening
  let earlySnapshot = early?.snapshot
  const madeAtMillis = performance.now()
  let connection: Promise<IDBDatabase> | undefined
  const forget = () => {
    connection = undefined
    earlySnapshot = undefined
  }
  const connect = () => {
    connection ??= (opening ?? openDatabase(name)).then((db) => {
      db.addEventListener("close", forget)
      db.addEventListener("versionchange", () => {
        forget()
        db.close()
      })
      return db
    })
    opening = undefined
    connection.catch(forget)
    return connection
  }
  const transact: Transact = <A>(
    operation: string,
    stores: ReadonlyArray<Store>,
    mode: "readonly" | "readwrite",
    work: (transaction: IDBTransaction, give: (result: A) => void) => void
  ) =>
    Effect.tryPromise({
      try: () => {
        if (mode === "readwrite" && SNAPSHOT_STORES.some((store) => stores.includes(store))) earlySnapshot = undefined
        return connect().then((db) => inTransaction(db, stores, mode, work))
      },
      catch: (cause) => {
        // The browser has closed the connection without notice, so the next transaction opens a new one.
        if (cause instanceof DOMException && cause.name === "InvalidStateError") forget()
        return new StorageError({ operation, cause })
      }
    })
  return databaseOver(transact, () => (performance.now() - madeAtMillis < EARLY_MILLIS ? earlySnapshot : undefined))
}
