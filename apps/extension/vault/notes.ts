/**
 * Stores the user's notes about people and companies, each under every key of its subject. They stay in this browser.
 */
import * as Effect from "effect/Effect"

import { isObject, isText } from "../messaging/shape.ts"
import { Database } from "./database/Database.ts"
import { eachRecord } from "./database/requests.ts"

interface StoredNote {
  readonly id: string
  readonly keys: ReadonlyArray<string>
  readonly text: string
}

const textOf = (record: unknown): string => (isObject(record) && isText(record["text"]) ? record["text"] : "")

/** Calls `visit` for each note of these keys, then `onDone`. For a transaction over `notes`. */
const eachNote = (
  notes: IDBObjectStore,
  keys: ReadonlyArray<string>,
  visit: (at: IDBCursorWithValue) => void,
  onDone: () => void
): void => {
  const [key, ...others] = keys
  if (key === undefined) return onDone()
  eachRecord(notes.index("keys").openCursor(key), visit, () => eachNote(notes, others, visit, onDone))
}

export const noteStore = Effect.map(Database, ({ read, write }) => ({
  /** Returns an empty text if there is no note. */
  read: (keys: ReadonlyArray<string>) =>
    read<string>("notes.read", "notes", (notes, give) => {
      let text = ""
      eachNote(
        notes,
        keys,
        (at) => {
          text ||= textOf(at.value)
        },
        () => give(text)
      )
    }),
  /** Replaces the previous note. An empty text erases it. */
  save: (keys: ReadonlyArray<string>, text: string) =>
    write<void>("notes.save", "notes", (notes, give) => {
      eachNote(
        notes,
        keys,
        (at) => at.delete(),
        () => {
          if (text !== "" && keys.length > 0) notes.add({ id: crypto.randomUUID(), keys, text } satisfies StoredNote)
          give()
        }
      )
    })
}))
