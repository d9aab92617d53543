/** Handles requests for the user's choices that apply to the whole extension. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../messaging/router.ts"
import { storageFailure } from "../../vault/failures.ts"
import { Preferences } from "../../vault/preferences.ts"
import type { PreferenceRequests } from "./requests.ts"

const mapStorageError = <A>(operation: string, effect: Effect.Effect<A, StorageError>) =>
  Effect.mapError(effect, (error) => storageFailure(operation, error))

export const make = Effect.map(Preferences, (preferences): HandlersOf<PreferenceRequests> => ({
  preferences: () =>
    Effect.map(mapStorageError("preferences", preferences.showInPage), (showInPage) => ({ showInPage })),
  savePreferences: ({ showInPage }) =>
    Effect.as(mapStorageError("savePreferences", preferences.saveShowInPage(showInPage)), null)
}))
