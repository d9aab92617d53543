import { inLanguage } from "./language.ts"

export const { company } = await inLanguage({
  en: () => import("./en/company.ts"),
  de: () => import("./de/company.ts"),
  ar: () => import("./ar/company.ts")
})
