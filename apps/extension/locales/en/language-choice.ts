/** The choice of the language, in the options. */
export const languageChoice = {
  title: "Language",
  asBrowser: "As the browser",
  help: "Every page of Inlay, and cards in pages that are opened from now on."
} as const
