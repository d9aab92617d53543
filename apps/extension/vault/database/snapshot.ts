/**
 * The small records that the worker's start and every request of a page need: the accounts, the key that opens them,
 * and the preferences about time, hub and chosen accounts. Needs nothing of Effect, so that it can be read before the
 * worker's code runs.
 */
import { inTransaction } from "./transaction.ts"

export const SNAPSHOT_STORES = ["accounts", "keys", "preferences"] as const

/** Each record as it is stored, including damaged ones. */
export interface Snapshot {
  readonly accounts: ReadonlyArray<unknown>
  readonly key: unknown
  /** The preferences below, by their keys. */
  readonly preferences: ReadonlyMap<string, unknown>
}

/** The id of the vault's key in its store. */
export const KEY_ID = "vault"
/** The preference with the clock's last good time. */
export const LAST_GOOD = "lastGoodMillis"
/** Prefix of the preferences that store the account chosen last. */
export const CHOICE = "account."
/** The preference with the paired hub, and the prefix of those about it. */
export const HUB = "hub"

/** Reads the records in a transaction over `SNAPSHOT_STORES`, and passes them to `give`. */
export const snapshotIn = (transaction: IDBTransaction, give: (snapshot: Snapshot) => void): void => {
  const preferences = transaction.objectStore("preferences")
  const accounts: IDBRequest<Array<unknown>> = transaction.objectStore("accounts").getAll()
  const key: IDBRequest<unknown> = transaction.objectStore("keys").get(KEY_ID)
  const ranges = [
    IDBKeyRange.only(LAST_GOOD),
    IDBKeyRange.bound(CHOICE, `${CHOICE}\uFFFF`),
    IDBKeyRange.bound(HUB, `${HUB}.\uFFFF`)
  ].map((range) => [preferences.getAllKeys(range), preferences.getAll(range)] as const)
  // A transaction's requests end in the order in which they were made.
  const last = ranges.at(-1)?.[1]
  last?.addEventListener("success", () =>
    give({
      accounts: accounts.result,
      key: key.result,
      preferences: new Map(
        ranges.flatMap(([names, values]) =>
          names.result.flatMap((name, n) => (typeof name === "string" ? [[name, values.result[n]] as const] : []))
        )
      )
    })
  )
}

export const readSnapshot = (db: IDBDatabase): Promise<Snapshot> =>
  inTransaction(db, SNAPSHOT_STORES, "readonly", snapshotIn)
