/** The languages of the extension, and which of them is used. Loads no words, because the worker imports this too. */

export const LANGUAGES = ["en", "de", "ar"] as const

export type Language = (typeof LANGUAGES)[number]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language)

export const directionOf = (language: Language): "ltr" | "rtl" => (language === "ar" ? "rtl" : "ltr")

/** Returns the language of a tag such as `de-AT`, or English if the extension does not have it. */
export const languageFor = (tag: string): Language => {
  const language = tag.toLowerCase().split("-")[0]
  return isLanguage(language) ? language : "en"
}

/** The key of the user's choice in `chrome.storage.local`. Absent if the browser's language is used. */
export const LANGUAGE_KEY = "language"

export const browserLanguage = (): Language =>
  languageFor(globalThis.chrome?.i18n?.getUILanguage() ?? navigator.language)

/** The user's choice; `undefined` if there is none or it cannot be read. */
export const chosenLanguage = async (): Promise<Language | undefined> => {
  try {
    const choice = (await globalThis.chrome?.storage?.local.get(LANGUAGE_KEY))?.[LANGUAGE_KEY]
    return isLanguage(choice) ? choice : undefined
  } catch {
    return undefined
  }
}

/** The language to use now: the user's choice, otherwise the browser's. */
export const currentLanguage = async (): Promise<Language> => (await chosenLanguage()) ?? browserLanguage()
