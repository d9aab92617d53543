/**
 * The database's versions, as steps from one to the next. A released step is never changed, because its result exists
 * in users' browsers. Steps run inside the upgrade's one transaction, which a failure rolls back as a whole.
 */

/** Calls `next` once the step is complete: two steps at the same time would overwrite each other. */
type Step = (db: IDBDatabase, transaction: IDBTransaction, next: () => void) => void

const first: Step = (db, _transaction, next) => {
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
  next()
}

type StoredRecord = Readonly<Record<string, unknown>>

/** Replaces each record of an object store by its new version, which keeps its key. */
const rewrite = (
  store: IDBObjectStore,
  newVersionOf: (record: StoredRecord) => StoredRecord,
  next: () => void
): void => {
  const cursor: IDBRequest<IDBCursorWithValue | null> = store.openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return next()
    at.update(newVersionOf(at.value))
    at.continue()
  }
}

/**
 * Moves the choice of where answers are shown out of the accounts, because the user makes it before any account exists.
 */
const preferences: Step = (db, transaction, next) => {
  const store = db.createObjectStore("preferences")
  const accountOf = ({ showInPage, ...account }: StoredRecord) => {
    if (typeof showInPage === "boolean") store.put(showInPage, "showInPage")
    return account
  }
  rewrite(transaction.objectStore("accounts"), accountOf, next)
}

/** Older rows have no purse. They count for their account only, and their answers count as saved. */
const purses: Step = (_db, transaction, next) => {
  const ledger = transaction.objectStore("ledger")
  ledger.createIndex("purseDay", ["purse", "atMillis"])
  ledger.createIndex("purseRun", ["purse", "run"])
  rewrite(ledger, (row) => ({ purse: "", unkept: null, unkeptUntilMillis: null, ...row }), next)
}

/**
 * Renames scopes such as `salesdata/browser` and `salesdata/browser@https://...` to `salesdata/default...`; leaves
 * others as they are.
 */
const newScope = (scope: string): string => scope.replace(/^([^/@\n]+)\/browser(?=$|@|\n)/, "$1/default")

const isText = (value: unknown): value is string => typeof value === "string"

/**
 * Gives a plugin's one account a name, since there may be more of them now: moves its record, its saved answers and its
 * purchases. A damaged record keeps its damage.
 */
const names: Step = (_db, transaction, next) => {
  let remaining = 3
  const move = (store: string, key: string, change: (record: StoredRecord) => StoredRecord) => {
    const records = transaction.objectStore(store)
    const all: IDBRequest<Array<StoredRecord>> = records.getAll()
    all.onsuccess = () => {
      for (const record of all.result) {
        const newRecord = change(record)
        if (newRecord[key] !== record[key] && isText(record[key])) records.delete(record[key])
        records.put(newRecord)
      }
      remaining -= 1
      if (remaining === 0) next()
    }
  }
  move("accounts", "id", (account) => {
    const id = isText(account["id"]) ? newScope(account["id"]) : account["id"]
    return { ...account, id, ...(isText(id) && { name: id.slice(id.indexOf("/") + 1) }) }
  })
  move("ledger", "id", (row) => ({
    ...row,
    ...(isText(row["scope"]) && { scope: newScope(row["scope"]) }),
    ...(Array.isArray(row["marks"]) && {
      marks: row["marks"].map((mark: unknown) => (isText(mark) ? newScope(mark) : mark))
    })
  }))
  move("answers", "mark", (answer) => {
    const { mark, entry } = answer
    const scope: unknown = typeof entry === "object" && entry !== null && "scope" in entry ? entry.scope : undefined
    return {
      ...answer,
      ...(isText(mark) && { mark: newScope(mark) }),
      ...(isText(scope) && { entry: { ...(entry as object), scope: newScope(scope) } })
    }
  })
}

/** Adds the user's own notes about people and companies. */
const notes: Step = (db, _transaction, next) => {
  db.createObjectStore("notes", { keyPath: "id" }).createIndex("keys", "keys", { multiEntry: true })
  next()
}

/** Renames what a row says about an answer that is not saved. */
const uncached: Step = (_db, transaction, next) =>
  rewrite(
    transaction.objectStore("ledger"),
    ({ unkept, unkeptUntilMillis, ...row }) => ({ ...row, uncached: unkept, uncachedUntilMillis: unkeptUntilMillis }),
    next
  )

const STEPS: ReadonlyArray<Step> = [first, preferences, purses, names, notes, uncached]

/** The version that this extension reads and writes. */
export const VERSION = STEPS.length

/** Upgrades a database from the given version; 0 is a new database. */
export const migrate = (db: IDBDatabase, transaction: IDBTransaction, from: number): void => {
  const [step, ...later] = STEPS.slice(from)
  step?.(db, transaction, () => migrate(db, transaction, STEPS.length - later.length))
}
