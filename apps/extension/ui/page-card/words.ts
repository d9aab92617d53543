/** The words of the card in the page. Types only: each language's words are a script of their own. */
import type { cardWords } from "../../locales/en/card.ts"
import type { Language } from "../../locales/languages.ts"

export type CardWords = typeof cardWords

export interface CardLanguage {
  readonly language: Language
  readonly words: CardWords
}
