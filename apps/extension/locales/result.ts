/** Texts of a result in the popup. */
import { inLanguage } from "./language.ts"

export const { result, another, employer, note, people, factName, recordText, number } = await inLanguage({
  en: () => import("./en/result.ts"),
  de: () => import("./de/result.ts"),
  ar: () => import("./ar/result.ts")
})
