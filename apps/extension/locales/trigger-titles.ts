import { inLanguage } from "./language.ts"

export const { seenTitles, triggerTitles } = await inLanguage({
  en: () => import("./en/trigger-titles.ts"),
  de: () => import("./de/trigger-titles.ts"),
  ar: () => import("./ar/trigger-titles.ts")
})
