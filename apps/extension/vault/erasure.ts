/**
 * Erasing one person or company from this browser: kept answers about them, or that name them, the note about them, and
 * their identifiers in the ledger. What was spent stays, without saying on whom.
 */
import { mention } from "@inlay/agent-plugin/mentions"
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import { counted } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { Database } from "./database.ts"
import { marksOf, type Stored as Purchase } from "./ledger.ts"
import { eachNote } from "./notes.ts"
import { readEntry, readRow } from "./records.ts"

export interface Erased {
  readonly answers: number
  /** Credits of the purchases that no longer say whom they were about. */
  readonly credits: number
}

const KEY_OF_MARK = /[^\n]*$/

/** The keys that a record of the store stands under: a damaged one at least says where it stands. */
const keysOf = (record: { readonly mark: string; readonly entry: object }): ReadonlyArray<string> => [
  KEY_OF_MARK.exec(record.mark)?.[0] ?? "",
  ...(readEntry(record.entry)?.keys ?? [])
]

const eachAnswer = (
  transaction: IDBTransaction,
  visit: (at: IDBCursorWithValue, keys: ReadonlyArray<string>) => void,
  onDone: () => void
): void => {
  const cursor: IDBRequest<IDBCursorWithValue | null> = transaction.objectStore("answers").openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return onDone()
    visit(at, keysOf(at.value))
    at.continue()
  }
}

/** Every key of the answers that stand under one of these, whichever account asked. */
export const keysBeside = (keys: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, StorageError, Database> =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<ReadonlyArray<string>>("erasure.keys", ["answers"], "readonly", (transaction, give) => {
      const all = new Set(keys)
      eachAnswer(
        transaction,
        (_at, own) => {
          if (own.some((key) => keys.includes(key))) for (const key of own) all.add(key)
        },
        () => give([...all])
      )
    })
  )

/** A row of the ledger without these keys; `undefined` where it has none of them. */
const withoutKeys = ({ marks: _marks, ...row }: Purchase, erasedKeys: ReadonlySet<string>): Purchase | undefined => {
  const whole = readRow(row)
  const keys = whole.keys.filter((key) => !erasedKeys.has(key))
  return keys.length === whole.keys.length ? undefined : { ...whole, keys, marks: marksOf({ ...whole, keys }) }
}

export const erase = ({ keys, texts }: SubjectTrace): Effect.Effect<Erased, StorageError, Database> =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<Erased>("erasure.erase", ["answers", "ledger", "notes"], "readwrite", (transaction, give) => {
      const erasedKeys = new Set(keys)
      const names = texts.length === 0 ? undefined : mention(texts)
      const answers = new Set<unknown>()
      const ledger = transaction.objectStore("ledger")
      eachAnswer(
        transaction,
        (at, own) => {
          const isNamed = names?.test((JSON.stringify(at.value.entry) ?? "").toLowerCase()) === true
          if (!isNamed && !own.some((key) => erasedKeys.has(key))) return
          answers.add(at.value.answer)
          at.delete()
        },
        () => {
          const rows: IDBRequest<Array<Purchase>> = ledger.getAll()
          rows.onsuccess = () => {
            let credits = 0
            for (const row of rows.result) {
              const remaining = withoutKeys(row, erasedKeys)
              if (remaining === undefined) continue
              credits += counted(remaining)
              ledger.put(remaining)
            }
            eachNote(
              transaction.objectStore("notes"),
              keys,
              (at) => at.delete(),
              () => give({ answers: answers.size, credits })
            )
          }
        }
      )
    })
  )
