/** Texts of the popup before and without a result. */
import { inLanguage } from "./language.ts"

export const { inApplication, application, nothing, connect, miss } = await inLanguage({
  en: () => import("./en/offer.ts"),
  de: () => import("./de/offer.ts"),
  ar: () => import("./ar/offer.ts")
})
