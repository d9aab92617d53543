/** The texts of the line in a repository's page, in every language, because its script loads nothing later. */
import * as ar from "./ar/line.ts"
import * as de from "./de/line.ts"
import * as en from "./en/line.ts"
import type { Language } from "./languages.ts"

export const lineWords: { readonly [L in Language]: typeof en.line } = { ar: ar.line, de: de.line, en: en.line }
