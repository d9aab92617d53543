/** The languages of the extension, and which of them is used. Loads no words: the worker reads this too. */

export const LANGUAGES = ["en", "de", "ar"] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr")

/** The language of a tag such as `de-AT`; English for one that the extension does not have. */
export const languageFor = (tag: string): Language => {
  const language = tag.toLowerCase().split("-")[0]
  return isLanguage(language) ? language : "en"
}

/** The name under which `chrome.storage.local` has the user's choice; nothing there for "as the browser". */
export const LANGUAGE_KEY = "language"

const browserLanguage = (): string => globalThis.chrome?.i18n?.getUILanguage() ?? navigator.language

/** The user's choice; `undefined` for none, and where it cannot be read. */
export const chosenLanguage = async (): Promise<Language | undefined> => {
  try {
    const choice = (await globalThis.chrome?.storage?.local.get(LANGUAGE_KEY))?.[LANGUAGE_KEY]
    return isLanguage(choice) ? choice : undefined
  } catch {
    return undefined
  }
}

/** The language to use now: the user's choice, or else the browser's. */
export const currentLanguage = async (): Promise<Language> => (await chosenLanguage()) ?? languageFor(browserLanguage())
