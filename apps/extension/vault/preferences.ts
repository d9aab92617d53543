/**
 * Stores choices that apply to the whole extension. Each is stored the moment it is made, with or without an account.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { isList, isText } from "../messaging/shape.ts"
import { Database } from "./database/Database.ts"
import { get, put } from "./database/requests.ts"

const SHOW_IN_PAGE = "showInPage"
const LINES = "lineOrigins"

const isOrigins = isList(isText)

export class Preferences extends Context.Service<
  Preferences,
  {
    /** Whether an answer is shown in the page besides the popup. True until the user chooses otherwise. */
    readonly showInPage: Effect.Effect<boolean, StorageError>
    readonly saveShowInPage: (value: boolean) => Effect.Effect<void, StorageError>
    /** The origins whose repository pages always show the line. */
    readonly lineOrigins: Effect.Effect<ReadonlyArray<string>, StorageError>
    readonly saveLineOrigins: (origins: ReadonlyArray<string>) => Effect.Effect<void, StorageError>
  }
>()("@inlay/extension/Preferences") {
  static readonly layer: Layer.Layer<Preferences, never, Database> = Layer.effect(
    Preferences,
    Effect.map(Database, ({ read, write }) => {
      const find = (key: string) => read("preferences.read", "preferences", get(key))
      const save = (key: string, value: unknown) => write("preferences.save", "preferences", put(value, key))
      return {
        showInPage: Effect.map(find(SHOW_IN_PAGE), (value) => value !== false),
        saveShowInPage: (value) => save(SHOW_IN_PAGE, value),
        lineOrigins: Effect.map(find(LINES), (value) => (isOrigins(value) ? value : [])),
        saveLineOrigins: (origins) => save(LINES, origins)
      }
    })
  )
}
