import { inLanguage } from "./language.ts"

export const { age, moment } = await inLanguage({
  en: () => import("./en/age.ts"),
  de: () => import("./de/age.ts"),
  ar: () => import("./ar/age.ts")
})
