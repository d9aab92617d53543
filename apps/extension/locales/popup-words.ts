/** Where the popup's first texts are. Waits for nothing, so that they can be loaded before the language is known. */
import { browserLanguage } from "./languages.ts"

export const loaders = {
  en: () => import("./en/popup.ts"),
  de: () => import("./de/popup.ts"),
  ar: () => import("./ar/popup.ts")
}

/** Loads the texts of the browser's language while the user's choice is read, which is rarely another. */
export const loadAhead = (): void => {
  void loaders[browserLanguage()]()
  // The texts import this module. Without this import it would be discovered only once they have loaded.
  void import("./forms.ts")
}
