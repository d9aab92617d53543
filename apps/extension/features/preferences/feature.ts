/** What the user chose for the whole extension, as its pages read and change it. */
import * as Effect from "effect/Effect"

import type { Preferences as Chosen, Requests } from "../../messaging/contract.ts"
import { storageFailure } from "../../providers/failures.ts"
import { Preferences } from "../../vault/preferences.ts"

export const make = Effect.map(Preferences, ({ showInPage, saveShowInPage }) => ({
  preferences: () =>
    showInPage.pipe(
      Effect.map((shown): Chosen => ({ showInPage: shown })),
      Effect.mapError((error) => storageFailure("preferences", error))
    ),
  savePreferences: (chosen: Requests["savePreferences"]["input"]) =>
    saveShowInPage(chosen.showInPage).pipe(
      Effect.as(null),
      Effect.mapError((error) => storageFailure("savePreferences", error))
    )
}))
