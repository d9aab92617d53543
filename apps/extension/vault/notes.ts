/**
 * Stores the user's notes about people and companies, each under every key of its subject. They stay in this browser.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

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

export class Notes extends Context.Service<
  Notes,
  {
    /** Returns an empty text if there is no note. */
    readonly read: (keys: ReadonlyArray<string>) => Effect.Effect<string, StorageError>
    /** Replaces the previous note. An empty text erases it. */
    readonly save: (keys: ReadonlyArray<string>, text: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/extension/Notes") {
  static readonly layer: Layer.Layer<Notes, never, Database> = Layer.effect(
    Notes,
    Effect.map(Database, ({ read, write }) => ({
      read: (keys) =>
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
      save: (keys, text) =>
        write<void>("notes.save", "notes", (notes, give) => {
          eachNote(
            notes,
            keys,
            (at) => at.delete(),
            () => {
              if (text !== "" && keys.length > 0)
                notes.add({ id: crypto.randomUUID(), keys, text } satisfies StoredNote)
              give()
            }
          )
        })
    }))
  )
}
