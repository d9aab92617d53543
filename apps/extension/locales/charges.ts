import { inLanguage } from "./language.ts"

export const { charges } = await inLanguage({
  en: () => import("./en/charges.ts"),
  de: () => import("./de/charges.ts"),
  ar: () => import("./ar/charges.ts")
})
