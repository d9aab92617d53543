/** What the user chose once for the whole extension. Stored the moment it is chosen, with or without an account. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Database } from "./database.ts"

const KEY = "showInPage"

export class Preferences extends Context.Service<
  Preferences,
  {
    /** Whether an answer is shown in the page besides the popup: yes, until the user says otherwise. */
    readonly showInPage: Effect.Effect<boolean, StorageError>
    readonly saveShowInPage: (value: boolean) => Effect.Effect<void, StorageError>
  }
>()("@inlay/extension/Preferences") {
  static readonly layer: Layer.Layer<Preferences, never, Database> = Layer.effect(
    Preferences,
    Effect.map(Database, ({ transact }) => ({
      showInPage: transact<boolean>("preferences.read", ["preferences"], "readonly", (transaction, give) => {
        const request: IDBRequest<unknown> = transaction.objectStore("preferences").get(KEY)
        request.onsuccess = () => give(request.result !== false)
      }),
      saveShowInPage: (value) =>
        transact<void>("preferences.save", ["preferences"], "readwrite", (transaction, give) => {
          transaction.objectStore("preferences").put(value, KEY)
          give()
        })
    }))
  )
}
