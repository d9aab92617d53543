/**
 * The language of this page, and the loading of its words. Modules in `locales/` wait for the words of this language,
 * so importing one guarantees that its words are there before anything is drawn. To change its language, a page
 * reloads.
 */
import { currentLanguage, type Language } from "./languages.ts"

export const language: Language = await currentLanguage()

/**
 * The words of the page's language. English is the type of all others, so a language that lacks a text does not
 * compile.
 */
export const inLanguage = <English>(load: {
  readonly [L in Language]: () => Promise<L extends "en" ? English : NoInfer<English>>
}): Promise<English> => load[language]()
