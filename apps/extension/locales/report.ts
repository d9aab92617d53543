import { inLanguage } from "./language.ts"

export const { report } = await inLanguage({
  en: () => import("./en/report.ts"),
  de: () => import("./de/report.ts"),
  ar: () => import("./ar/report.ts")
})
