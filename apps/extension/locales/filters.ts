/** Filters of triggers in the form that adds one. */
import { inLanguage } from "./language.ts"

export const { filterNames, filterText } = await inLanguage({
  en: () => import("./en/filters.ts"),
  de: () => import("./de/filters.ts"),
  ar: () => import("./ar/filters.ts")
})
