/** The saved answers that are matches: by what each can be asked for again, free of charge. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { Database } from "./database.ts"
import { readEntry } from "./records.ts"

export interface SavedAnswer {
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  readonly fetchedAtMillis: number
}

/**
 * Newest first. @param scope of an account, whatever address of it they came from
 * @param untilMillis those that are kept for longer than this
 */
export const savedAnswers = (
  scope: string,
  untilMillis: number
): Effect.Effect<ReadonlyArray<SavedAnswer>, StorageError, Database> =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<ReadonlyArray<SavedAnswer>>("history.read", ["answers"], "readonly", (transaction, give) => {
      const answers = new Map<string, SavedAnswer>()
      const cursor: IDBRequest<IDBCursorWithValue | null> = transaction.objectStore("answers").openCursor()
      cursor.onsuccess = () => {
        const at = cursor.result
        if (at === null) return give([...answers.values()].toSorted((a, b) => b.fetchedAtMillis - a.fetchedAtMillis))
        const { answer, entry: record } = at.value
        const entry = readEntry(record)
        const isOfScope = entry !== undefined && (entry.scope === scope || entry.scope.startsWith(`${scope}@`))
        if (isOfScope && entry.match && entry.expiresAtMillis > untilMillis) {
          const { operation, keys, fetchedAtMillis } = entry
          answers.set(String(answer), { id: String(answer), operation, keys, fetchedAtMillis })
        }
        at.continue()
      }
    })
  )
