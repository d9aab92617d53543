/**
 * The worker's own texts, on the toolbar button and in menus. Each language is a file of the extension, which the worker
 * reads when it has something to say.
 */
import * as ar from "./ar/worker.ts"
import * as de from "./de/worker.ts"
import * as en from "./en/worker.ts"
import type { Language } from "./languages.ts"
import { pathOf } from "./worker-words.ts"

export const workerTexts: { readonly [L in Language]: typeof en } = { ar, de, en }

/** For the build. */
export const workerTextFiles = Object.entries(workerTexts).map(([language, texts]) => ({
  relativeDest: pathOf(language as Language),
  contents: JSON.stringify(texts)
}))
