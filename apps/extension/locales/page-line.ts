import { inLanguage } from "./language.ts"

export const { pageLine } = await inLanguage({
  en: () => import("./en/page-line.ts"),
  de: () => import("./de/page-line.ts"),
  ar: () => import("./ar/page-line.ts")
})
