/** The cache of paid answers in this browser: one row for each identifier of an answer. */
import { LookupCache, placementOf, type Entry } from "@inlay/core-http/LookupCache"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { idOfScope } from "./account-id.ts"
import { Database } from "./database/Database.ts"
import { together } from "./database/requests.ts"
import * as ledger from "./ledger.ts"
import { readEntry } from "./records.ts"

interface StoredAnswer {
  readonly mark: string
  /** The same for every row of one answer. */
  readonly answer: string
  readonly entry: Entry
}

interface Reading {
  readonly entries: ReadonlyArray<Entry>
  /** Marks of rows whose record cannot be read, so that the paid answer is lost. */
  readonly damaged: ReadonlyArray<string>
}

const markOf = (of: Pick<Entry, "scope" | "operation">, key: string): string => `${of.scope}\n${of.operation}\n${key}`

const marksOf = (of: Pick<Entry, "scope" | "operation" | "keys">): ReadonlyArray<string> =>
  [...new Set(of.keys)].map((key) => markOf(of, key))

const rowsAt = (
  answers: IDBObjectStore,
  marks: ReadonlyArray<string>
): ReadonlyArray<IDBRequest<StoredAnswer | undefined>> => marks.map((mark) => answers.get(mark))

const deleteAt = (answers: IDBObjectStore, index: string, query: IDBValidKey | IDBKeyRange, onDone: () => void) => {
  const keys = answers.index(index).getAllKeys(query)
  keys.onsuccess = () => {
    for (const key of keys.result) answers.delete(key)
    onDone()
  }
}

/** Deletes an account's answers from all of its addresses. For a transaction over `answers`. */
export const clearScope = (answers: IDBObjectStore, scope: string, onDone: () => void): void =>
  deleteAt(answers, "scope", scope, () =>
    // A scope may continue with `@` and an address; `A` is the character after `@`.
    deleteAt(answers, "scope", IDBKeyRange.bound(`${scope}@`, `${scope}A`, false, true), onDone)
  )

export const layer: Layer.Layer<LookupCache, never, Database> = Layer.effect(
  LookupCache,
  Effect.map(Database, ({ transact, read, write }) => ({
    find: Effect.fnUntraced(function* (question, nowMillis) {
      const { entries, damaged } = yield* read<Reading>("cache.find", "answers", (answers, give) =>
        together(rowsAt(answers, marksOf(question)), (rows) => {
          const storedRows = rows.filter((row) => row !== undefined)
          const matches = storedRows.flatMap((row) => {
            const entry = readEntry(row.entry)
            return entry === undefined || entry.expiresAtMillis <= nowMillis ? [] : [[row.answer, entry] as const]
          })
          const damagedRows = storedRows.filter(({ entry }) => readEntry(entry) === undefined)
          give({ entries: [...new Map(matches).values()], damaged: damagedRows.map(({ mark }) => mark) })
        })
      )
      if (damaged.length > 0) {
        yield* transact<void>("cache.lose", ["answers", "ledger"], "readwrite", (transaction, give) => {
          for (const mark of damaged) transaction.objectStore("answers").delete(mark)
          ledger.loseAnswers(transaction.objectStore("ledger"), question, give)
        })
      }
      return entries
    }),
    store: (entry, soleKeys = [], isOther) =>
      transact<void>("cache.store", ["accounts", "answers"], "readwrite", (transaction, give) => {
        const answers = transaction.objectStore("answers")
        const put = (newEntry: Entry, keys: ReadonlyArray<string>) => {
          const answer = crypto.randomUUID()
          for (const key of keys)
            answers.put({ mark: markOf(newEntry, key), answer, entry: newEntry } satisfies StoredAnswer)
        }
        const place = (rows: ReadonlyArray<StoredAnswer | undefined>) => {
          const stored = new Map(rows.flatMap((row) => (row === undefined ? [] : [[row.mark, readEntry(row.entry)]])))
          const { mark, ...own } = placementOf(entry, soleKeys, (key) => stored.get(markOf(entry, key)), isOther)
          put(own.entry, own.keys)
          if (mark !== undefined) put(mark.entry, mark.keys)
          give()
        }
        const payer = transaction.objectStore("accounts").count(idOfScope(entry.scope))
        payer.onsuccess = () =>
          // A lookup may end after its account was removed, or after everything was erased.
          payer.result === 0 ? give() : together(rowsAt(answers, marksOf(entry)), place)
      }),
    clear: (scope) => write<void>("cache.clear", "answers", (answers, give) => clearScope(answers, scope, give))
  }))
)

/** Deletes expired answers, so that personal data is not kept for longer than it is used. */
export const purge: Effect.Effect<void, StorageError, Database> = Effect.gen(function* () {
  const { write } = yield* Database
  const now = yield* Clock.currentTimeMillis
  yield* write<void>("cache.purge", "answers", (answers, give) =>
    deleteAt(answers, "expiry", IDBKeyRange.upperBound(now), give)
  )
})
