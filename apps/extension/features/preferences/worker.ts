/** Handles requests for the user's choices that apply to the whole extension. */
import * as Effect from "effect/Effect"

import type { HandlersOf } from "../../messaging/router.ts"
import { Preferences } from "../../vault/preferences.ts"
import type { PreferenceRequests } from "./requests.ts"

export const make = Effect.map(Preferences, (preferences): HandlersOf<PreferenceRequests> => ({
  preferences: () => Effect.map(preferences.showInPage, (showInPage) => ({ showInPage })),
  savePreferences: ({ showInPage }) => Effect.as(preferences.saveShowInPage(showInPage), null)
}))
