/** The choice of the language, in the options. */
export const languageChoice = {
  asBrowser: "Same as the browser",
  help: "For every page of Inlay, and cards in pages that you open from now on."
} as const
