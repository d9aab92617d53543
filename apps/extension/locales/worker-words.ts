/** Reads the worker's own texts in the language that is used now. */
import type * as en from "./en/worker.ts"
import { pluralsIn, type Forms } from "./forms.ts"
import { currentLanguage, type Language } from "./languages.ts"

export type WorkerTexts = typeof en

export interface WorkerWords extends WorkerTexts {
  readonly counted: (count: number, forms: Forms) => string
}

/** Where the build puts the texts. */
export const pathOf = (language: Language): string => `words/${language}.json`

export const wordsIn = (language: Language, texts: WorkerTexts): WorkerWords => {
  const plural = pluralsIn(language)
  return { ...texts, counted: (count, forms) => plural(count, forms).replace("#", String(count)) }
}

export const readWords = async (): Promise<WorkerWords> => {
  const language = await currentLanguage()
  const file = await fetch(chrome.runtime.getURL(`/${pathOf(language)}`))
  return wordsIn(language, (await file.json()) as WorkerTexts)
}
