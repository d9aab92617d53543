/** What is said instead of an offer that could exceed a spending cap. */
import { inLanguage } from "./language.ts"

export const { capReached } = await inLanguage({
  en: () => import("./en/cap.ts"),
  de: () => import("./de/cap.ts"),
  ar: () => import("./ar/cap.ts")
})
