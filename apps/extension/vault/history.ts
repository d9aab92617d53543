/** Lists the saved answers that are matches, with the keys by which each can be requested again free of charge. */
import type { StorageError } from "@inlay/core-http/StorageError"
import type * as Effect from "effect/Effect"

import type { Database } from "./database/Database.ts"
import { eachRecord } from "./database/requests.ts"
import { readEntry } from "./records.ts"

export interface SavedAnswer {
  readonly id: string
  readonly operation: string
  readonly keys: ReadonlyArray<string>
}

/**
 * Newest first, by when they expire. May contain answers that have expired and are still to be deleted.
 * @param scope an account's id; answers from all of its addresses are included
 * @param isMeant decides by the id
 * @param most how many to read, and those that expire together with the last
 * @param until only answers that expire earlier than this
 * @returns also from when on the answers expire that were read, if there may be others
 */
export const savedAnswers = (
  { read }: Database["Service"],
  scope: string,
  isMeant: (id: string) => boolean,
  most: number,
  until = Infinity
): Effect.Effect<{ readonly answers: ReadonlyArray<SavedAnswer>; readonly until: number | undefined }, StorageError> =>
  read("history.read", "answers", (store, give) => {
    const answers = new Map<string, SavedAnswer>()
    let last = until
    const visit = ({ value }: IDBCursorWithValue) => {
      const id = String(value.answer)
      const entry = readEntry(value.entry)
      if (entry === undefined) return true
      const { operation, keys, expiresAtMillis } = entry
      if (answers.size >= most && expiresAtMillis < last) return false
      last = expiresAtMillis
      if (entry.match && isMeant(id) && (entry.scope === scope || entry.scope.startsWith(`${scope}@`)))
        answers.set(id, { id, operation, keys })
      return true
    }
    eachRecord(store.index("expiry").openCursor(IDBKeyRange.upperBound(until, true), "prev"), visit, () =>
      give({ answers: [...answers.values()], until: answers.size < most ? undefined : last })
    )
  })
