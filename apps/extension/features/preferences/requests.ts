/** Requests for the user's choices that apply to the whole extension. */
import { isBoolean, isStruct, type Inputs } from "../../messaging/shape.ts"

interface Preferences {
  /** Whether an answer is shown in the page besides the popup. */
  readonly showInPage: boolean
}

export interface PreferenceRequests {
  readonly preferences: { readonly input: Record<never, never>; readonly output: Preferences }
  readonly savePreferences: { readonly input: Preferences; readonly output: null }
}

export const inputs: Inputs<PreferenceRequests> = {
  preferences: isStruct({}),
  savePreferences: isStruct({ showInPage: isBoolean })
}
