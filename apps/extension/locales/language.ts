/**
 * The language of this page, and how its words are loaded: a module of `locales/` waits for those of the one language, so
 * whoever imports it has them before anything is drawn. A page that changes its language loads itself anew.
 */
import { currentLanguage, type Language } from "./languages.ts"
import type { Words } from "./words.ts"

export const language: Language = await currentLanguage()

/** The words of the page's language. English has the type of all others: what one of them lacks does not compile. */
export const inLanguage = <English>(load: {
  readonly [L in Language]: () => Promise<L extends "en" ? English : NoInfer<Words<English>>>
}): Promise<Words<English>> => load[language]() as Promise<Words<English>>
