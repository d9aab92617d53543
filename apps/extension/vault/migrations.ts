/**
 * The database's versions, as steps from one to the next. A step is never changed once it has been released: what it did
 * stands in people's browsers. It runs inside the one transaction of the upgrade, which a failure takes back as a whole.
 */

type Step = (db: IDBDatabase, transaction: IDBTransaction) => void

const first: Step = (db) => {
  db.createObjectStore("keys")
  db.createObjectStore("accounts", { keyPath: "id" })
  const ledger = db.createObjectStore("ledger", { keyPath: "id" })
  ledger.createIndex("marks", "marks", { multiEntry: true })
  ledger.createIndex("day", ["scope", "atMillis"])
  ledger.createIndex("run", ["scope", "run"])
  ledger.createIndex("state", "state")
  const answers = db.createObjectStore("answers", { keyPath: "mark" })
  answers.createIndex("scope", "entry.scope")
  answers.createIndex("expiry", "entry.expiresAtMillis")
}

/** Where answers are shown is the user's choice before there is any account, so it stands by itself. */
const preferences: Step = (db, transaction) => {
  const chosen = db.createObjectStore("preferences")
  const cursor: IDBRequest<IDBCursorWithValue | null> = transaction.objectStore("accounts").openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return
    const { showInPage, ...account }: Record<string, unknown> = at.value
    if (typeof showInPage === "boolean") chosen.put(showInPage, "showInPage")
    at.update(account)
    at.continue()
  }
}

/** Rows of before have no purse: they count for their account alone, and their answers are kept. */
const purses: Step = (_db, transaction) => {
  const ledger = transaction.objectStore("ledger")
  ledger.createIndex("purseDay", ["purse", "atMillis"])
  ledger.createIndex("purseRun", ["purse", "run"])
  const cursor: IDBRequest<IDBCursorWithValue | null> = ledger.openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return
    at.update({ purse: "", unkept: null, unkeptUntilMillis: null, ...at.value })
    at.continue()
  }
}

const STEPS: ReadonlyArray<Step> = [first, preferences, purses]

/** The version that this extension reads and writes. */
export const VERSION = STEPS.length

/** Brings a database up from the version that it has; 0 is a new one. */
export const migrate = (db: IDBDatabase, transaction: IDBTransaction, from: number): void => {
  for (const step of STEPS.slice(from)) step(db, transaction)
}
