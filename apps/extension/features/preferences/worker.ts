/** Handles requests for the user's choices that apply to the whole extension. */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../messaging/router.ts"
import { storageFailure } from "../../vault/failures.ts"
import { Preferences } from "../../vault/preferences.ts"
import type { PreferenceRequests } from "./requests.ts"

export const make = Effect.map(Preferences, (preferences): HandlersOf<PreferenceRequests> => ({
  preferences: () =>
    preferences.showInPage.pipe(
      Effect.map((showInPage) => ({ showInPage })),
      Effect.mapError(storageFailure("preferences"))
    ),
  savePreferences: ({ showInPage }) =>
    preferences.saveShowInPage(showInPage).pipe(Effect.as(null), Effect.mapError(storageFailure("savePreferences")))
}))
