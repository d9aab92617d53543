/** Opens the extension's database. Needs nothing of Effect, so that it can be called before the worker's code runs. */
import { DatabaseClosed } from "../../messaging/database-closed.ts"
import { migrate, VERSION } from "./migrations.ts"

export const DATABASE = "inlay"

export const openDatabase = (name = DATABASE): Promise<IDBDatabase> =>
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
    request.addEventListener("blocked", () => {
      // It is opened once nothing blocks it, and would then block others.
      request.onsuccess = () => request.result.close()
      reject(new DatabaseClosed("blocked"))
    })
  })
