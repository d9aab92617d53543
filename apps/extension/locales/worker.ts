/**
 * The worker's own texts, on the toolbar button and in menus, in every language, because the worker loads none later.
 */
import * as ar from "./ar/worker.ts"
import * as de from "./de/worker.ts"
import * as en from "./en/worker.ts"
import type { Language } from "./languages.ts"

export const workerWords: { readonly [L in Language]: typeof en } = { ar, de, en }
