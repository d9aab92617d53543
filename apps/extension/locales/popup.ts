/** The popup's first texts, and those that most places show. */
import { inLanguage } from "./language.ts"
import { loaders } from "./popup-words.ts"

export const { popup, credits, money, kind, paidBy } = await inLanguage(loaders)
