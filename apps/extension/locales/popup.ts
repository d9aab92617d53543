/** The popup's first texts, and those that most places show. */
import { inLanguage } from "./language.ts"

export const { popup, credits, money, kind, paidBy } = await inLanguage({
  en: () => import("./en/popup.ts"),
  de: () => import("./de/popup.ts"),
  ar: () => import("./ar/popup.ts")
})
