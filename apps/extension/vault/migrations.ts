/**
 * The database's versions, as steps from one to the next. A step is never changed once it has been released: what it did
 * stands in people's browsers. It runs inside the one transaction of the upgrade, which a failure takes back as a whole.
 */

/** Calls `next` once everything of it is done: two steps at once would overwrite each other. */
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

/** Where answers are shown is the user's choice before there is any account, so it stands by itself. */
const preferences: Step = (db, transaction, next) => {
  const store = db.createObjectStore("preferences")
  const cursor: IDBRequest<IDBCursorWithValue | null> = transaction.objectStore("accounts").openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return next()
    const { showInPage, ...account }: Record<string, unknown> = at.value
    if (typeof showInPage === "boolean") store.put(showInPage, "showInPage")
    at.update(account)
    at.continue()
  }
}

/** Rows of before have no purse: they count for their account alone, and their answers are kept. */
const purses: Step = (_db, transaction, next) => {
  const ledger = transaction.objectStore("ledger")
  ledger.createIndex("purseDay", ["purse", "atMillis"])
  ledger.createIndex("purseRun", ["purse", "run"])
  const cursor: IDBRequest<IDBCursorWithValue | null> = ledger.openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return next()
    at.update({ purse: "", unkept: null, unkeptUntilMillis: null, ...at.value })
    at.continue()
  }
}

/** `salesdata/browser` and `salesdata/browser@https://...` as they are called from now on; anything else as it is. */
const newScope = (scope: string): string => scope.replace(/^([^/@\n]+)\/browser(?=$|@|\n)/, "$1/default")

const isText = (value: unknown): value is string => typeof value === "string"

/**
 * A plugin's one account gets a name, since there may be more of them: its record, its kept answers and its purchases go
 * with it. A record that is damaged keeps what is wrong with it.
 */
const names: Step = (_db, transaction, next) => {
  let remaining = 3
  const move = (store: string, key: string, change: (record: Record<string, unknown>) => Record<string, unknown>) => {
    const records = transaction.objectStore(store)
    const all: IDBRequest<Array<Record<string, unknown>>> = records.getAll()
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

/** The user's own notes about people and companies. */
const notes: Step = (db, _transaction, next) => {
  db.createObjectStore("notes", { keyPath: "id" }).createIndex("keys", "keys", { multiEntry: true })
  next()
}

const STEPS: ReadonlyArray<Step> = [first, preferences, purses, names, notes]

/** The version that this extension reads and writes. */
export const VERSION = STEPS.length

/** Brings a database up from the version that it has; 0 is a new one. */
export const migrate = (db: IDBDatabase, transaction: IDBTransaction, from: number): void => {
  const [step, ...later] = STEPS.slice(from)
  step?.(db, transaction, () => migrate(db, transaction, STEPS.length - later.length))
}
