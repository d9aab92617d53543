/** Lists the saved answers that are matches, with the keys by which each can be requested again free of charge. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { Database } from "./database/Database.ts"
import { eachRecord } from "./database/requests.ts"
import { readEntry } from "./records.ts"

export interface SavedAnswer {
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
  readonly fetchedAtMillis: number
}

/**
 * Newest first.
 * @param scope an account's id; answers from all of its addresses are included
 * @param untilMillis only answers that expire later than this
 */
export const savedAnswers = (
  scope: string,
  untilMillis: number
): Effect.Effect<ReadonlyArray<SavedAnswer>, StorageError, Database> =>
  Effect.flatMap(Database, ({ read }) =>
    read<ReadonlyArray<SavedAnswer>>("history.read", "answers", (store, give) => {
      const answers = new Map<string, SavedAnswer>()
      const visit = ({ value: { answer, entry: record } }: IDBCursorWithValue) => {
        const entry = readEntry(record)
        const isOfScope = entry !== undefined && (entry.scope === scope || entry.scope.startsWith(`${scope}@`))
        if (isOfScope && entry.match && entry.expiresAtMillis > untilMillis) {
          const { operation, keys, fetchedAtMillis } = entry
          answers.set(String(answer), { id: String(answer), operation, keys, fetchedAtMillis })
        }
      }
      eachRecord(store.openCursor(), visit, () =>
        give([...answers.values()].toSorted((a, b) => b.fetchedAtMillis - a.fetchedAtMillis))
      )
    })
  )
