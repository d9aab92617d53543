/**
 * Erases one person or company from this browser: saved answers with their keys or texts, the note about them,
 * and their identifiers in the ledger. The amounts spent remain, without the identifiers.
 */
import { mention, searchable } from "@inlay/agent-plugin/mentions"
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import { countedCredits } from "@inlay/core-http/Ledger"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { Database } from "./database/Database.ts"
import { eachRecord } from "./database/requests.ts"
import { marksOf, type StoredRow as Purchase } from "./ledger.ts"
import { readEntry, readRow } from "./records.ts"

export interface ErasedCounts {
  readonly answers: number
  /** Credits of the purchases whose identifiers were erased. */
  readonly credits: number
}

const KEY_OF_MARK = /[^\n]*$/

/** The keys of an answer's record. If the entry is damaged, its mark still contains one of them. */
const keysOf = (record: { readonly mark: string; readonly entry: object }): ReadonlyArray<string> => [
  KEY_OF_MARK.exec(record.mark)?.[0] ?? "",
  ...(readEntry(record.entry)?.keys ?? [])
]

interface AnswerRow {
  readonly at: IDBValidKey
  readonly answer: unknown
  readonly keys: ReadonlyArray<string>
}

/** Gives every row of the answers of which one fits: of a damaged row, only the id that its answer's rows share may tell. */
const rowsWhere = (
  answers: IDBObjectStore,
  isIt: (keys: ReadonlyArray<string>, entry: object) => boolean | undefined,
  give: (rows: ReadonlyArray<AnswerRow>, count: number) => void
): void => {
  const rows: Array<AnswerRow> = []
  const fitting = new Set<unknown>()
  eachRecord(
    answers.openCursor(),
    ({ primaryKey: at, value: { mark, answer = mark, entry } }) => {
      const keys = keysOf({ mark, entry })
      rows.push({ at, answer, keys })
      if (isIt(keys, entry) === true) fitting.add(answer)
    },
    () =>
      give(
        rows.filter(({ answer }) => fitting.has(answer)),
        fitting.size
      )
  )
}

/** Returns all keys of answers that have one of these keys, from any account. */
export const keysBeside = (keys: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, StorageError, Database> =>
  Effect.flatMap(Database, ({ read }) =>
    read<ReadonlyArray<string>>("erasure.keys", "answers", (answers, give) => {
      const askedKeys = new Set(keys)
      rowsWhere(
        answers,
        (own) => own.some((key) => askedKeys.has(key)),
        (rows) => give([...new Set([...keys, ...rows.flatMap((row) => row.keys)])])
      )
    })
  )

/** Returns a ledger row without these keys, or `undefined` if it has none of them. */
const withoutKeys = (
  { marks: _marks, ...row }: Purchase,
  erasedKeys: ReadonlySet<IDBValidKey>
): Purchase | undefined => {
  const whole = readRow(row)
  const keys = whole.keys.filter((key) => !erasedKeys.has(key))
  return keys.length === whole.keys.length ? undefined : { ...whole, keys, marks: marksOf({ ...whole, keys }) }
}

export const erase = ({ keys, texts }: SubjectTrace): Effect.Effect<ErasedCounts, StorageError, Database> =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<ErasedCounts>("erasure.erase", ["answers", "ledger", "notes"], "readwrite", (transaction, give) => {
      const erasedKeys = new Set<IDBValidKey>(keys)
      const names = texts.length === 0 ? undefined : mention(texts)
      const answers = transaction.objectStore("answers")
      const ledger = transaction.objectStore("ledger")
      rowsWhere(
        answers,
        (own, entry) => own.some((key) => erasedKeys.has(key)) || names?.test(searchable(JSON.stringify(entry) ?? "")),
        (erased, count) => {
          // Not while they are visited: a cursor reads ahead, and again after each deletion.
          for (const { at } of erased) answers.delete(at)
          const rows: IDBRequest<Array<Purchase>> = ledger.getAll()
          rows.onsuccess = () => {
            let credits = 0
            for (const row of rows.result) {
              const remaining = withoutKeys(row, erasedKeys)
              if (remaining === undefined) continue
              credits += countedCredits(remaining)
              ledger.put(remaining)
            }
            // Not by a request for each key, of which there are thousands if everything is erased.
            eachRecord(
              transaction.objectStore("notes").index("keys").openCursor(),
              (at) => (erasedKeys.has(at.key) ? at.delete() : undefined),
              () => give({ answers: count, credits })
            )
          }
        }
      )
    })
  )
